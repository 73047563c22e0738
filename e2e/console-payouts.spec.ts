import { referenceOf } from "@fc/contract/receipts/reference";
import type { Browser, Page } from "@playwright/test";
import { lookUpHandPayments } from "../server/src/core/chain/hand-payments.ts";
import { after, hour } from "../server/src/platform/clock.ts";
import { lookAtWallet } from "../server/src/core/chain/look.ts";
import { acceptWithdrawal } from "../server/src/features/withdraw/decisions.ts";
import { payOut } from "../server/src/features/withdraw/payout-task.ts";
import { atomically } from "../server/src/platform/db.ts";
import { startTestChain, type TestChain } from "../server/src/testing/chain/test-chain.ts";
import { giveAddress, longAgo, setPrice, setSetting } from "../server/src/testing/money.ts";
import { payoutTestOf } from "../server/src/testing/payouts.ts";
import type { TestApp } from "../server/src/testing/test-app.ts";
import { addWithdrawer } from "../server/src/testing/withdrawals.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { addOperator, openScreen, typePassword } from "./operators.ts";
import { startOwnServer } from "./own-server.ts";
import { logIn } from "./sessions.ts";
import { pendingWithdrawal } from "./withdrawals.ts";

// A server with a chain of its own.
let app: TestApp;
let tested: TestChain;
test.beforeAll(async () => {
  tested = await startTestChain({ hotWalletCoins: 10_000_000_000n });
  app = await startOwnServer({ chain: tested.chain });
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
});
test.afterAll(async () => {
  await app.stop();
  await tested.stop();
});

async function openAt(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: app.url })).newPage();
  await page.clock.setFixedTime(app.time.now);
  return page;
}

test("an operator hands a withdrawal over, the hot wallet pays it, and its member sees it become final", async ({
  browser,
  passwordHash,
}) => {
  const { db } = app;
  const since = longAgo(app.time.now);
  const explorerUrl = "https://explorer.example.com/tx/{hash}";
  await setSetting(app.databaseUrl, "payout", { explorerUrl });
  const member = await addWithdrawer(app, { staking: 100_000_000 });
  await giveAddress(db, member, (await tested.newWallet()).address, since);
  await pendingWithdrawal(db, { memberId: member.id, whole: 8_000_000, now: app.time.now });
  const { deps } = payoutTestOf({ app, tested, finance: undefined as never, admin: undefined as never });
  await lookAtWallet(deps);

  const page = await openAt(browser);
  const operator = await addOperator(db, { role: "finance", name: "Leela Iyer", passwordHash });
  await typePassword(page, operator);
  await page.getByRole("button", { name: "Skip for this demo" }).click();
  await openScreen(page, "Withdrawals");
  await page.getByRole("button", { name: new RegExp(member.refId) }).click();
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog", { name: /^Hand over/ });
  await expect(dialog).toContainText("78,00,000 FC");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Hand over" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("The hot wallet pays this")).toBeVisible();

  const portal = await openAt(browser);
  await logIn(portal, member);
  await expect(portal.getByText("Welcome, Asha Verma")).toBeVisible();
  await payOut(deps);
  await tested.local.mine();
  await payOut(deps);
  await openScreen(page, "Payouts");
  await expect(page.getByRole("table", { name: "Payouts" })).toContainText("In a block");
  await expect(page.getByText(tested.hotWallet.address)).toBeVisible();
  await expectAccessible(page);
  await tested.settle();
  await payOut(deps);
  await page.reload();
  await page.getByRole("button", { name: "Details", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("1. Payment");
  await expectAccessible(page);

  const { id, transaction_id: hash } = await db
    .selectFrom("withdrawals")
    .select(["id", "transaction_id"])
    .executeTakeFirstOrThrow();
  await portal.goto(`/receipt/${referenceOf("withdrawal", id)}`);
  const timeline = portal.getByRole("list", { name: "What happened" });
  for (const step of ["Submitted", "Reviewed", "Sent over the chain", "In a block", "Paid"]) {
    await expect(timeline.getByText(step, { exact: true })).toBeVisible();
  }
  await expect(portal.getByRole("link", { name: "Look it up in the explorer" })).toHaveAttribute(
    "href",
    `https://explorer.example.com/tx/${hash}`,
  );
  await expectAccessible(portal);
});

test("a payment by hand that the chain does not show is named anew, and its member sees both", async ({
  browser,
  passwordHash,
}) => {
  const { db, time } = app;
  const since = longAgo(time.now);
  const member = await addWithdrawer(app, { staking: 100_000_000 });
  const wallet = await tested.newWallet();
  await giveAddress(db, member, wallet.address, since);
  // The chain's clock is behind the server's, and a transfer counts from the request on.
  const requestedAt = after(time.now, -hour);
  const id = await pendingWithdrawal(db, { memberId: member.id, whole: 8_000_000, now: requestedAt });
  const wrong = await tested.sendCoins(tested.owner, tested.hotWallet.address, 7_800_000n);
  await atomically(db, acceptWithdrawal, { id, transactionId: wrong, now: time.now });
  const lookUp = () => lookUpHandPayments({ db, clock: () => time.now, chain: tested.chain });
  await tested.settle();
  await lookUp();

  const portal = await openAt(browser);
  await logIn(portal, member);
  await expect(portal.getByText("Welcome, Asha Verma")).toBeVisible();
  await portal.goto(`/receipt/${referenceOf("withdrawal", id)}`);
  await expect(portal.getByText("Your payment was not found on the chain")).toBeVisible();
  await expectAccessible(portal);

  const page = await openAt(browser);
  const operator = await addOperator(db, { role: "finance", name: "Omar Khan", passwordHash });
  await typePassword(page, operator);
  await page.getByRole("button", { name: "Skip for this demo" }).click();
  await page.goto("/console/withdrawals?status=A");
  await page.getByRole("button", { name: new RegExp(member.refId) }).click();
  await expect(page.getByText("The coins of this transaction went to another address")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Name another transaction" }).click();
  const right = await tested.sendCoins(tested.owner, wallet.address, 7_800_000n);
  await page.getByLabel("Transaction that paid it").fill(right);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Look it up" }).click();
  await expect(page.getByText(right)).toBeVisible();
  await tested.settle();
  await lookUp();
  await page.reload();
  await page.getByRole("button", { name: new RegExp(member.refId) }).click();
  await expect(page.getByText("Found, with this address and amount")).toBeVisible();
  await portal.reload();
  await expect(portal.getByText("Your payment was found on the chain")).toBeVisible();
});
