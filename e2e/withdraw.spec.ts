import { noticeMs } from "@fc/contract/notice-times";
import type { Page } from "@playwright/test";
import { acceptWithdrawal, rejectWithdrawal } from "../server/src/features/withdraw/decisions.ts";
import { atomically, type Db } from "../server/src/platform/db.ts";
import { fund, giveAddress, giveStake, longAgo, walletsOf } from "../server/src/testing/money.ts";
import { expectAccessible } from "./accessibility.ts";
import { chooseFilters } from "./filters.ts";
import { expect, expectShown, test as base, type Member, typeInto } from "./fixtures.ts";
import { codeMailedTo } from "./mails.ts";
import { signedInAt, signIn } from "./sessions.ts";
import { confirmReview } from "./money.ts";
import { pendingWithdrawal } from "./withdrawals.ts";

const address = "0x52908400098527886E0F7030069857D2E4169EE7";

/** A member who has staked, has had an address for long, and 1.2 crore in the three wallets. */
const test = base.extend<{ staker: Member }>({
  staker: async ({ db, member, page }, use) => {
    const now = new Date();
    await giveStake(db, member, longAgo(now));
    await giveAddress(db, member, address, longAgo(now));
    await fund(db, member, { staking: 3_000_000, earning: 4_000_000, offer: 5_000_000 }, longAgo(now));
    await signIn(page, member);
    await use(member);
  },
});

const dialog = (page: Page) => page.getByRole("dialog");

test("a member withdraws coins and follows the request", async ({ page, staker, db }) => {
  await page.clock.install();
  await page.goto("/withdraw");
  await expect(page.getByText("1,20,00,000").first()).toBeVisible();
  await expect(page.getByText("Standard coin withdrawal: 1 crore to 10 crore coins.")).toBeVisible();
  await expect(page.getByText("Requests are accepted from 50,00,000 FC.")).toBeVisible();
  await expect(page.getByText("A fee of 2,00,000 FC is taken out of the amount.")).toBeVisible();
  await expect(page.getByText("It takes 24 hours to complete.")).toBeVisible();
  await typeInto(page.getByLabel("Amount", { exact: true }), "6000000");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("60,00,000");
  await expect(page.getByText("58,00,000 FC")).toBeVisible();

  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(dialog(page)).toContainText(address);
  await expect(dialog(page)).toContainText("− 2,00,000 FC");
  await confirmReview(page, staker, "Withdraw");
  await expectShown(page, "Withdraw Request sent");
  await expect(page).toHaveURL(/\/receipt\/WD-/);
  await expect(page.getByRole("article")).toContainText("58,00,000 FC");
  await expect(dialog(page)).toBeHidden();
  await page.clock.fastForward(noticeMs.changeConfirmed);
  await expect(page.getByText("Withdraw Request sent")).toBeHidden();
  expect(await walletsOf(db, staker)).toMatchObject({ staking: 0, withdraw_pending: 6_000_000 });

  await page.goto("/withdraw-report");
  await expect(page.getByText("Pending")).toBeVisible();
  await page.getByRole("button", { name: "Details" }).click();
  await expect(page.getByText("In review")).toBeVisible();
});

test("an internal transfer arrives at once", async ({ page, staker, db }) => {
  await page.goto("/withdraw");
  await page.locator("label", { hasText: "Internal Transfer" }).click();
  await expect(page.getByText("Minimum internal transfer: 500 FC.")).toBeVisible();
  await page.getByLabel("Amount", { exact: true }).fill("499");
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await expect(page.getByText("Please enter valid amount")).toBeVisible();
  await page.getByLabel("Amount", { exact: true }).fill("500");
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await confirmReview(page, staker, "Transfer");
  await expectShown(page, "Transfer Request sent");
  await expect(page).toHaveURL(/\/receipt\/IT-/);
  await expect(page.getByRole("article")).toContainText("500 FC");
  expect(await walletsOf(db, staker)).toMatchObject({ transfer: 500 });
  await page.goto("/Withdraw-report");
  await expect(page.getByText("Internal Transfer")).toBeVisible();
  await expect(page.getByText("Accepted")).toBeVisible();
});

test("an amount is taken as it was meant, or refused at its field", async ({ page, context, staker }) => {
  expect(staker.refId).not.toBe("");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/withdraw");
  const amount = page.getByLabel("Amount", { exact: true });
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await amount.fill("");
    await amount.press("ControlOrMeta+v");
  };
  await expect(page.getByText("50,00,000 to 1,20,00,000 FC")).toBeVisible();
  for (const outside of ["", "4999999", "12000001"]) {
    await amount.fill(outside);
    await page.getByRole("button", { name: "Withdraw", exact: true }).click();
    await expect(page.getByText("Please enter valid amount")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  }
  await page.getByRole("button", { name: "Max: 1,20,00,000 FC" }).click();
  await expect(amount).toHaveValue("1,20,00,000");
  await expect(page.getByText("Please enter valid amount")).toBeHidden();
  await paste("-5000000");
  await expect(amount).toHaveValue("-5000000");
  await expect(page.getByText("Please enter the amount without a sign.")).toBeVisible();
  await paste("1.234,5");
  await expect(page.getByText(/This can be misread/)).toBeVisible();
  await paste("5,000,000.00 FC");
  await expect(amount).toHaveValue("50,00,000.00");
  await expect(page.getByText("48,00,000 FC")).toBeVisible();
  await amount.fill("");
  await typeInto(amount, "६००००००");
  await expect(amount).toHaveValue("60,00,000");
  await expect(page.getByText("58,00,000 FC")).toBeVisible();
  // Above the balance nothing is promised.
  await typeInto(amount, "0");
  await expect(page.getByText("More than you have.")).toBeVisible();
  await expect(page.getByText("5,98,00,000 FC")).toBeHidden();
  await expect(page.getByRole("button", { name: "25 %" })).toBeDisabled();
  await page.getByRole("button", { name: "50 %: 60,00,000 FC" }).click();
  await expect(amount).toHaveValue("60,00,000");
  await expectAccessible(page);
});

test("without a stake or an address the form says what is missing", async ({ page, member, db }) => {
  await fund(db, member, { earning: 9_000_000 }, new Date());
  await signedInAt(page, member, "/withdraw");
  await expect(page.getByText("Please stake and try again")).toBeVisible();
  await page.getByLabel("Amount", { exact: true }).fill("6000000");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(page.getByRole("alert").getByText("Please stake and try again")).toBeVisible();
  await giveStake(db, member, new Date());
  await page.reload();
  await page.getByLabel("Amount", { exact: true }).fill("6000000");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  const alert = page.getByRole("alert").getByText("Please set free coin address before withdraw");
  await expect(alert).toBeVisible();
});

test("a new address waits, with a countdown", async ({ page, staker, db }) => {
  await giveAddress(db, staker, address, new Date());
  await page.goto("/withdraw");
  await expect(page.getByRole("timer")).toHaveText(/^4[78]:\d\d:\d\d$/);
  await page.getByLabel("Amount", { exact: true }).fill("6000000");
  const button = page.getByRole("button", { name: "Withdraw", exact: true });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.press("Enter");
  await expect(dialog(page)).toBeHidden();
});

test("a double tap is one request, and a reload does not lose the code", async ({ page, staker, db }) => {
  await page.goto("/withdraw");
  await page.getByLabel("Amount", { exact: true }).fill("5000000");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Yes, send OTP" }).click();
  await expect(page.getByLabel("OTP", { exact: true })).toBeVisible();
  await page.reload();
  await expect(dialog(page)).toContainText("50,00,000 FC");
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(staker));
  await dialog(page).getByRole("button", { name: "Withdraw", exact: true }).dblclick();
  await expectShown(page, "Withdraw Request sent");
  const rows = await db.selectFrom("withdrawals").select("id").where("member_id", "=", staker.id).execute();
  expect(rows).toHaveLength(1);
});

test("the report shows what became of each request", async ({ page, staker, db }) => {
  const now = new Date();
  const ids = await insertPending(db, staker, 2);
  await atomically(db, acceptWithdrawal, {
    id: ids[0]!,
    transactionId: `0x${"7c02e9".padEnd(64, "0")}`,
    now,
  });
  await atomically(db, rejectWithdrawal, { id: ids[1]!, reason: "Please use a BEP20 address", now });
  await page.goto("/Withdraw-report");
  await expect(page.getByText("Accepted")).toBeVisible();
  const details = page.getByRole("button", { name: "Details" });
  await expect(details).toHaveCount(2);
  for (const button of await details.all()) await button.click();
  await expect(page.getByText("0x7c02e9")).toBeVisible();
  await expect(page.getByText("Please use a BEP20 address")).toBeVisible();
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toBe("withdraw-report.csv");
  await chooseFilters(page, () => page.getByLabel("To", { exact: true }).fill("2020-01-01"));
  await expect(page.getByText("Nothing fits what you searched for.")).toBeVisible();
  await expect(page).toHaveURL(/to=2020-01-01/);
});

/** Requests as the form makes them, without the form. Each is an hour after the one before: none repeats another. */
async function insertPending(db: Db, member: Member, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let hoursAgo = count - 1; hoursAgo >= 0; hoursAgo--) {
    const now = new Date(Date.now() - hoursAgo * 3_600_000);
    ids.push(await pendingWithdrawal(db, { memberId: member.id, whole: 5_000_000, now }));
  }
  return ids;
}
