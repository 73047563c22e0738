import { lookAtWallet, noteSigning } from "../server/src/core/chain/look.ts";
import { payOut } from "../server/src/features/withdraw/payout-task.ts";
import { startGuard } from "../server/src/testing/approvals.ts";
import { startTestChain, type TestChain } from "../server/src/testing/chain/test-chain.ts";
import { giveAddress, longAgo, setPrice } from "../server/src/testing/money.ts";
import { payoutTestOf } from "../server/src/testing/payouts.ts";
import type { TestApp } from "../server/src/testing/test-app.ts";
import { addWithdrawer } from "../server/src/testing/withdrawals.ts";
import { expectAccessible } from "./accessibility.ts";
import { operatorWithDevice } from "./approvers.ts";
import { expect, test } from "./fixtures.ts";
import { openScreen } from "./operators.ts";
import { startOwnServer } from "./own-server.ts";
import { pendingWithdrawal } from "./withdrawals.ts";

// A server with a chain of its own, whose worker pays nothing that no approver has signed.
let app: TestApp;
let tested: TestChain;
test.beforeAll(async () => {
  tested = await startTestChain({ hotWalletCoins: 10_000_000_000n });
  app = await startOwnServer({ chain: tested.chain });
});
test.afterAll(async () => {
  await app.stop();
  await tested.stop();
});

test("an operator makes a passkey for payouts, the administrator names it, and the worker pays what it signs", async ({
  browser,
  passwordHash,
}) => {
  const since = longAgo(app.time.now);
  await setPrice(app.db, 1_000_000, since);
  const member = await addWithdrawer(app, { staking: 100_000_000 });
  const { address } = await tested.newWallet();
  await giveAddress(app.db, member, address, since);
  await pendingWithdrawal(app.db, { memberId: member.id, whole: 8_000_000, now: app.time.now });
  const worker = await startGuard(app);
  const { deps } = payoutTestOf({ app, tested, finance: undefined as never, admin: undefined as never });
  deps.guard = worker.guard;
  await lookAtWallet(deps);
  await noteSigning(deps);

  const operator = await operatorWithDevice(browser, app, {
    role: "finance",
    name: "Leela Iyer",
    passwordHash,
  });
  const { page } = operator;
  await openScreen(page, "Withdrawals");
  await page.getByRole("button", { name: new RegExp(member.refId) }).click();
  await page.keyboard.press("h");
  await page
    .getByRole("dialog", { name: /^Hand over/ })
    .getByRole("button", { name: "Hand over" })
    .click();
  await expect(page.getByText("The hot wallet pays this")).toBeVisible();

  await openScreen(page, "Payouts");
  await expect(page.getByText("You have no passkey for payouts yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "your account's page" }).click();
  const line = await operator.makePasskey();
  await expectAccessible(page);
  await worker.name({ line });
  await noteSigning(deps);

  await payOut(deps);
  await openScreen(page, "Payouts");
  await expect(page.getByText("It waits for an approver's signature")).toBeVisible();
  await page.getByRole("button", { name: "Sign 1 payout" }).click();
  await expect(page.getByText("To be signed by you")).toBeHidden();
  await payOut(deps);
  await tested.settle();
  await payOut(deps);
  await page.reload();
  await expect(page.getByRole("table", { name: "Payouts" })).toContainText("Paid");
  await operator.close();
});
