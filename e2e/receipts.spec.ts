import { referenceOf } from "@fc/contract/receipts/reference";
import type { Page } from "@playwright/test";
import { startPaying } from "../server/src/features/withdraw/paying.ts";
import { atomically } from "../server/src/platform/db.ts";
import { fund, giveAddress, giveStake, longAgo, walletsOf } from "../server/src/testing/money.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, test as base } from "./fixtures.ts";
import { addOperator } from "./operators.ts";
import { signedInAt } from "./sessions.ts";
import { pendingWithdrawal } from "./withdrawals.ts";

const address = "0x52908400098527886E0F7030069857D2E4169EE7";

/** A pending withdrawal of 60,00,000 FC out of two wallets. */
const test = base.extend<{ withdrawal: { id: number; reference: string } }>({
  withdrawal: async ({ db, member }, use) => {
    const now = new Date();
    await giveStake(db, member, longAgo(now));
    await giveAddress(db, member, address, longAgo(now));
    await fund(db, member, { staking: 2_000_000, earning: 9_000_000 }, longAgo(now));
    const id = await pendingWithdrawal(db, { memberId: member.id, whole: 6_000_000, now });
    await use({ id, reference: referenceOf("withdrawal", id) });
  },
});

const article = (page: Page) => page.getByRole("article");

test("a report leads to the receipt, which can be kept, taken back and left", async ({
  page,
  db,
  member,
  withdrawal,
}) => {
  await signedInAt(page, member, "/Withdraw-report");
  await page.getByRole("link", { name: `Receipt ${withdrawal.reference}` }).click();
  await expect(page).toHaveURL(`/receipt/${withdrawal.reference}`);
  await expect(article(page)).toContainText("60,00,000 FC");
  await expect(article(page)).toContainText(address);
  await expect(article(page)).toContainText("58,00,000 FC");
  await expect(article(page)).toContainText("In review");
  await expect(article(page)).toContainText("To be sent to (BEP20)");
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as PDF" }).click();
  expect((await download).suggestedFilename()).toBe(`receipt-${withdrawal.reference}.pdf`);

  await page.getByRole("button", { name: "Cancel this withdrawal" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this withdrawal?" });
  await expect(dialog).toContainText("The coins go back to the wallets that they came from.");
  await dialog.getByRole("button", { name: "No", exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Cancel this withdrawal" }).click();
  await dialog.getByRole("button", { name: "Yes, cancel it" }).click();
  await expectShown(page, "Withdrawal cancelled");
  await expect(article(page)).toContainText("Cancelled by you");
  await expect(article(page)).toContainText("Not sent to (BEP20)");
  await expect(page.getByRole("button", { name: "Cancel this withdrawal" })).toBeHidden();
  expect(await walletsOf(db, member)).toMatchObject({ staking: 2_000_000, earning: 9_000_000 });

  await page.getByRole("button", { name: "Back to the report" }).click();
  await expect(page).toHaveURL("/Withdraw-report");
  await expect(page.getByText("Rejected")).toBeVisible();
});

test("a member who cancels while an operator pays reads why it is too late, and the page shows it", async ({
  page,
  db,
  member,
  withdrawal,
}) => {
  await signedInAt(page, member, `/receipt/${withdrawal.reference}`);
  await page.getByRole("button", { name: "Cancel this withdrawal" }).click();
  const { id: operatorId } = await addOperator(db, { role: "finance", passwordHash: "never used" });
  const operating = { operatorId, ip: "192.0.2.8", now: new Date() };
  await atomically(db, startPaying, { id: withdrawal.id, from: null, operating });
  await page.getByRole("button", { name: "Yes, cancel it" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "This is being paid just now and can no longer be cancelled",
  );
  const dialog = page.getByRole("dialog");
  await expect(dialog).not.toContainText("The coins go back");
  await expect(dialog).not.toContainText("Reference");
  await expect(page.getByRole("button", { name: "Yes, cancel it" })).toBeHidden();
  await expect(dialog.getByRole("button", { name: "Close" }).last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(article(page)).toContainText("Payment under way");
  expect(await walletsOf(db, member)).toMatchObject({ withdraw_pending: 6_000_000 });
});

test("a receipt of another member is answered as one that does not exist", async ({
  page,
  asha,
  withdrawal,
}) => {
  await signedInAt(page, asha, `/receipt/${withdrawal.reference}`);
  await expect(page.getByText("You have no receipt with this reference.")).toBeVisible();
});
