import type { Page } from "@playwright/test";
import { fcText } from "../contract/src/amount-text.ts";
import { asFc } from "../contract/src/units.ts";
import { insertTestMember } from "../server/src/testing/test-app.ts";
import { coins, fund, walletsOf } from "../server/src/testing/money.ts";
import { priceAt } from "../server/src/core/prices/prices.ts";
import { atomically } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, test as base, type Member } from "./fixtures.ts";
import { signIn } from "./sessions.ts";
import { allowTransfers, confirmReview } from "./money.ts";

/** A member with coins in the transfer wallet, and another member to send some to. */
const test = base.extend<{ sender: Member; receiver: Member }>({
  receiver: async ({ db, passwordHash }, use) => {
    const details = { name: "Ravi Kumar", passwordHash, side: "left", now: new Date() } as const;
    await use(await atomically(db, insertTestMember, details));
  },
  sender: async ({ db, member, page }, use) => {
    await allowTransfers();
    const { fcFor15Usd } = await priceAt(db, new Date());
    await fund(db, member, { transfer: (Number(fcFor15Usd) / 10_000) * 3 }, new Date());
    await signIn(page, member);
    await use(member);
  },
});

const dialog = (page: Page) => page.getByRole("dialog");

test("a member checks the receiver and sends coins", async ({ page, sender, receiver, db }) => {
  await page.goto("/transfer-wallet");
  await expect(page.getByText("Standard minimum transfer: 50,00,000 FC.")).toBeVisible();
  await page.getByLabel("Receiver ID").fill(receiver.refId.toLowerCase());
  await page.getByLabel("Amount", { exact: true }).fill("1234.5");
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await expect(page.getByText("Please press Check to see whose user ID this is")).toBeVisible();
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("Ravi K.")).toBeVisible();
  await expect(page.getByLabel("Receiver ID")).toHaveValue(receiver.refId);
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await expect(dialog(page)).toContainText("1,234.5 FC");
  await expect(dialog(page)).toContainText(receiver.refId);
  await confirmReview(page, sender, "Transfer");
  await expectShown(page, "Transfer Request sent");
  await expect(page).toHaveURL(/\/receipt\/TR-/);
  await expect(page.getByRole("article")).toContainText(receiver.refId);
  expect(await walletsOf(db, receiver)).toMatchObject({ transfer: 1234.5 });

  await page.goto("/transfer-wallet");
  const recent = page.getByRole("region", { name: "Recent receivers" });
  await expect(recent).toContainText("1,234.5 FC");
  await recent.getByRole("button", { name: `Send again to ${receiver.refId}` }).click();
  await expect(page.getByLabel("Receiver ID")).toHaveValue(receiver.refId);
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("1,234.5");
  await expect(page.getByText("Ravi K.")).toBeVisible();
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await expect(dialog(page)).toContainText("1,234.5 FC");
  await expect(dialog(page)).toContainText("Ravi K.");

  await page.goto("/transferWallet-report");
  await expect(page.getByText(receiver.refId)).toBeVisible();
  await expect(page.getByText("1,234.5")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toBe("transfer-wallet-report.csv");
});

test("a failed load can be retried; the own user id, an unknown one and too much are refused", async ({
  page,
  sender,
  expectFailures,
}) => {
  expectFailures(/totalStacking/);
  await page.route("**/api/user/totalStacking/**", (route) => route.abort());
  await page.goto("/transfer-wallet");
  await expect(page.getByText(/could not reach FC/)).toBeVisible();
  await page.unroute("**/api/user/totalStacking/**");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByLabel("Receiver ID").fill(sender.refId);
  await expect(page.getByText("Enter another user ID")).toBeVisible();
  await page.getByLabel("Receiver ID").fill("FCNOBODY2");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("There is no member with this user ID")).toBeVisible();
  await page.getByLabel("Amount", { exact: true }).fill("999999999999");
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await expect(page.getByText("Please enter valid amount")).toBeVisible();
  await expect(dialog(page)).toBeHidden();
});

test("a member pays a package for the own id", async ({ page, sender, db }) => {
  const { fcFor15Usd } = await priceAt(db, new Date());
  await page.goto("/transfer-wallet");
  await page.locator("label", { hasText: "Staking" }).click();
  await expect(page.getByLabel("Stake for user ID")).toHaveValue(sender.refId);
  await page.getByRole("button", { name: "Stake", exact: true }).click();
  await expect(page.getByText("Please enter valid amount")).toBeVisible();
  // What lies half under the bar at the top can be scrolled into sight; axe takes it for too small to tap.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await page.locator("label", { hasText: "$1,000" }).click();
  await page.getByRole("button", { name: "Stake", exact: true }).click();
  await expect(page.getByText("Please enter valid amount")).toBeVisible();
  await page.locator("label", { hasText: "$30" }).click();
  await page.getByRole("button", { name: "Stake", exact: true }).click();
  await expect(dialog(page)).toContainText(fcText(asFc(fcFor15Usd * 2n)));
  await confirmReview(page, sender, "Stake");
  await expectShown(page, "Topup Request sent");
  await expect(page).toHaveURL(/\/receipt\/TU-/);
  const wallets = await walletsOf(db, sender);
  expect([coins(wallets.transfer), coins(wallets.staked)]).toEqual([fcFor15Usd, fcFor15Usd * 2n]);
});

test("while transfers are not set up the page says so, and a fixed receiver cannot be changed", async ({
  page,
  sender,
  receiver,
}) => {
  let receiverRefId: string | null = null;
  await page.route("**/api/user/getWalletSettings/**", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { transfer: object } };
    body.data.transfer = { ...body.data.transfer, betweenMembers: false, receiverRefId };
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto("/transfer-wallet");
  await expect(page.getByText(/no receiving account has been set up/)).toBeVisible();
  await page.locator("label", { hasText: "Staking" }).click();
  await expect(page.getByLabel("Stake for user ID")).toHaveValue(sender.refId);

  ({ refId: receiverRefId } = receiver);
  await page.reload();
  await expect(page.getByLabel("Receiver ID")).toHaveValue(receiver.refId);
  await expect(page.getByLabel("Receiver ID")).toBeDisabled();
  await expect(page.getByText("Ravi K.")).toBeVisible();
});
