import { lookAtWallet, noteSigning } from "../server/src/core/chain/look.ts";
import { payOut } from "../server/src/features/withdraw/payout-task.ts";
import { payByRules } from "../server/src/features/withdraw/rules-task.ts";
import { startGuard } from "../server/src/testing/approvals.ts";
import { startTestChain, type TestChain } from "../server/src/testing/chain/test-chain.ts";
import { giveAddress, longAgo, setPrice } from "../server/src/testing/money.ts";
import { makeUnsuspicious } from "../server/src/testing/payout-rules.ts";
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

test("one operator writes rules, a second one signs them, payouts are paid by them, and one press stops them", async ({
  browser,
  passwordHash,
}) => {
  const since = longAgo(app.time.now);
  await setPrice(app.db, 1_000_000, since);
  const member = await addWithdrawer(app, { staking: 100_000_000 });
  await giveAddress(app.db, member, (await tested.newWallet()).address, since);
  const id = await pendingWithdrawal(app.db, { memberId: member.id, whole: 8_000_000, now: app.time.now });
  const worker = await startGuard(app);
  const { deps } = payoutTestOf({ app, tested, finance: undefined as never, admin: undefined as never });
  deps.guard = worker.guard;
  await makeUnsuspicious({ app }, { member });
  await lookAtWallet(deps);
  await noteSigning(deps);

  const [leela, ravi] = [
    await operatorWithDevice(browser, app, { role: "finance", name: "Leela Iyer", passwordHash }),
    await operatorWithDevice(browser, app, { role: "admin", name: "Ravi Menon", passwordHash }),
  ];
  const lines: string[] = [];
  for (const { page, makePasskey } of [leela, ravi]) {
    await openScreen(page, "Your account", "House");
    lines.push(await makePasskey());
  }
  await worker.name(...lines.map((line) => ({ line })));
  await noteSigning(deps);

  await openScreen(leela.page, "Payouts");
  const card = leela.page.getByRole("region", { name: "Paid automatically" });
  await card.getByRole("button", { name: "Write rules" }).click();
  const dialog = leela.page.getByRole("dialog", { name: "Rules for payouts" });
  await expect(
    dialog.getByText(/Of 1 withdrawal \(.* FC\) in the last 30 days they would have paid 0/),
  ).toBeVisible();
  await expect(dialog.getByText(/Would have stopped 1 withdrawal/).first()).toBeVisible();
  const rules: [string, string][] = [
    ["Largest payout (FC)", "10000000"],
    ["Most of one member in a day (FC)", "10000000"],
    ["Most of all members in a day (FC)", "20000000"],
    ["Address known to the worker (days)", "0"],
    ["Age of the account (days)", "0"],
    ["Without changes (days)", "0"],
  ];
  for (const [label, value] of rules) await dialog.getByLabel(label).fill(value);
  await expect(dialog.getByText(/they would have paid 1 withdrawal/)).toBeVisible();
  await expectAccessible(leela.page);
  await dialog.getByRole("button", { name: "Read them and sign" }).click();
  await expect(dialog.getByText("It is at most 1,00,00,000 FC")).toBeVisible();
  await dialog.getByRole("button", { name: "Sign these rules" }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText("These rules wait for the signature of a second approver")).toBeVisible();
  await noteSigning(deps);
  await payByRules(deps);
  expect(await payoutsOf(id)).toEqual([]);

  await openScreen(ravi.page, "Payouts");
  const second = ravi.page.getByRole("region", { name: "Paid automatically" });
  await expect(second.getByText("It is at most 1,00,00,000 FC")).toBeVisible();
  await expectAccessible(ravi.page);
  await second.getByRole("button", { name: "Sign these rules" }).click();
  await expect(second.getByText("These rules are signed")).toBeVisible();

  await noteSigning(deps);
  await payByRules(deps);
  await payOut(deps);
  await tested.settle();
  await payOut(deps);
  await ravi.page.reload();
  await expect(second.getByText("Paid today")).toBeVisible();
  await expect(second.getByText("Leela Iyer, Ravi Menon")).toBeVisible();
  const paid = ravi.page.getByRole("table", { name: "Payouts" });
  await expect(paid).toContainText("Paid");
  await expect(paid).toContainText("by Rules for payouts");
  await expectAccessible(ravi.page);

  await second.getByRole("button", { name: "Stop paying automatically" }).click();
  await expect(second.getByText("The rules were stopped")).toBeVisible();
  await noteSigning(deps);
  await ravi.page.reload();
  await expect(second.getByRole("button", { name: "Write rules" })).toBeVisible();
  await leela.close();
  await ravi.close();
});

function payoutsOf(withdrawalId: number) {
  return app.db.selectFrom("chain_payouts").select("id").where("withdrawal_id", "=", withdrawalId).execute();
}
