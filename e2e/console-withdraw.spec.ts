import { asUsdCents } from "@fc/contract/units";
import type { Page } from "@playwright/test";
import { startPaying } from "../server/src/features/withdraw/paying.ts";
import { confirmWithdrawal } from "../server/src/features/withdraw/second-operator.ts";
import { atomically } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { letPass, stopClock } from "./clock.ts";
import { expect, test, type Member } from "./fixtures.ts";
import { stakeFromWallet } from "./money.ts";
import { addOperator, operatorAt } from "./operators.ts";
import { requestLargeWithdrawal } from "./requests.ts";

const line = (page: Page, { refId }: Member) => page.getByRole("button", { name: new RegExp(refId) });

test("a large withdrawal takes two operators; the second accepts it with its transaction", async ({
  page: first,
  otherPage: second,
  member,
  db,
}) => {
  await stakeFromWallet(db, member, asUsdCents(1500n));
  await atomically(db, requestLargeWithdrawal, member);
  await operatorAt(first, "/console/withdrawals", { role: "finance", name: "Leela Iyer" });
  await line(first, member).click();
  await first.getByRole("button", { name: "Confirm as the first of two" }).click();
  await expect(first.getByText("another operator accepts it")).toBeVisible();
  await expectAccessible(first);

  await operatorAt(second, "/console/withdrawals", { role: "admin", name: "Omar Khan" });
  await line(second, member).click();
  await expect(second.getByText(/Leela Iyer,/)).toBeVisible();
  await second.keyboard.press("a");
  await expect(second.getByRole("dialog")).toContainText("0x52908400098527886E0F7030069857D2E4169EE7");
  await second.getByLabel("Transaction ID of the payment").fill(`0x${"9f2c41".padEnd(64, "0")}`);
  await stopClock(second);
  await second.getByRole("button", { name: "Accept", exact: true }).last().click();
  await expect(second.getByText(/^Accepting/)).toBeVisible();
  await letPass(second, 5_000);
  await expect(second.getByText(/^Accepting/)).toBeHidden();
  await expect(line(second, member)).toBeHidden();
  // The line disappears as soon as it is decided, a moment before the server knows it.
  const paid = () =>
    db
      .selectFrom("withdrawals")
      .select(["status", "transaction_id"])
      .where("member_id", "=", member.id)
      .executeTakeFirst();
  await expect.poll(paid).toEqual({ status: "A", transaction_id: `0x${"9f2c41".padEnd(64, "0")}` });
});

test("what somebody else pays is taken over knowingly, and what was not paid is released", async ({
  otherPage: page,
  member,
  db,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await stakeFromWallet(db, member, asUsdCents(1500n));
  const { id, address } = await atomically(db, requestLargeWithdrawal, member);
  const asOperator = async (name: string) => {
    const { id: operatorId } = await addOperator(db, { role: "finance", name, passwordHash: "never used" });
    return { operatorId, ip: "192.0.2.8", now: new Date() };
  };
  const payer = await asOperator("Leela Iyer");
  await atomically(db, confirmWithdrawal, { id, operating: await asOperator("Ravi Menon") });
  await operatorAt(page, "/console/withdrawals", { role: "admin", name: "Omar Khan" });
  await line(page, member).click();
  await expect(page.getByText("0x529084…169EE7")).toBeVisible();
  await expect(page.getByText(address!)).toHaveCount(0);

  // The page does not know yet that somebody else was faster.
  await atomically(db, startPaying, { id, from: null, operating: payer });
  await page.keyboard.press("a");
  await expect(page.getByRole("alert")).toContainText(/Somebody else is paying this: Leela Iyer, \d/);
  await expect(page.getByRole("button", { name: "Take over" })).toBeVisible();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Leela Iyer has been paying this since");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Take over" }).click();
  await expect(dialog).toContainText(address!);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  await page.keyboard.press("Escape");
  await expect(page.getByText(/^Omar Khan, /)).toBeVisible();
  await page.getByRole("button", { name: "I have not paid this" }).click();
  await expect(page.getByText("Its member can cancel it again")).toBeVisible();
  await expect(page.getByText(address!)).toHaveCount(0);
});
