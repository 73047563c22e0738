import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { post } from "../server/src/core/ledger/post.ts";
import { transfer } from "../server/src/core/ledger/posting.ts";
import { atomically } from "../server/src/platform/db.ts";
import { revokeAllSessions } from "../server/src/platform/sessions.ts";
import { coins, fund, giveAddress, giveStake, longAgo } from "../server/src/testing/money.ts";
import { insertTestMember } from "../server/src/testing/test-app.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, password, test as base, type Member } from "./fixtures.ts";
import { keysKept } from "./lost-answers.ts";
import { codeMailedTo } from "./mails.ts";
import { allowTransfers } from "./money.ts";
import { signIn } from "./sessions.ts";

const address = "0x52908400098527886E0F7030069857D2E4169EE7";
const newAddress = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";

/** A member with 10,000 coins in the transfer wallet and 1.2 crore to withdraw, and another one to send coins to. */
const test = base.extend<{ sender: Member; receiver: Member }>({
  receiver: async ({ db, passwordHash }, use) => {
    const details = { name: "Ravi Kumar", passwordHash, side: "left", now: new Date() } as const;
    await use(await atomically(db, insertTestMember, details));
  },
  sender: async ({ db, member, page }, use) => {
    await allowTransfers();
    const since = longAgo(new Date());
    await giveStake(db, member, since);
    await giveAddress(db, member, address, since);
    await fund(db, member, { transfer: 10_000, earning: 12_000_000 }, since);
    await signIn(page, member);
    await use(member);
  },
});

const dialog = (page: Page) => page.getByRole("dialog");

/** Up to the field for the code. */
async function reviewTransfer(page: Page, receiver: Member): Promise<void> {
  await page.goto("/transfer-wallet");
  await page.getByLabel("Receiver ID").fill(receiver.refId);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("Ravi K.")).toBeVisible();
  await page.getByLabel("Amount", { exact: true }).fill("9000");
  await page.getByRole("button", { name: "Transfer", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Yes, send OTP" }).click();
  // What changes before the code is sent is another refusal.
  await expect(page.getByLabel("OTP", { exact: true })).toBeVisible();
}

async function enterCode(page: Page, member: Member, action: string): Promise<void> {
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
  await dialog(page).getByRole("button", { name: action, exact: true }).click();
}

/** The reason and that nothing was moved stand in the dialog, which only leads back. No step is left. */
async function expectOver(page: Page, reason: string): Promise<void> {
  await expect(dialog(page).getByRole("alert")).toContainText(reason);
  await expect(dialog(page).getByRole("alert")).toContainText("Nothing was moved.");
  await expect(dialog(page).getByRole("button")).toHaveText(["", "Back"]);
  await expect(dialog(page).getByLabel("OTP", { exact: true })).toHaveCount(0);
}

async function expectLeft(page: Page): Promise<void> {
  await dialog(page).getByRole("button", { name: "Back" }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await keysKept(page)).toEqual([]);
  await page.reload();
  await expect(page.getByLabel("Amount", { exact: true })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
}

for (const isReloaded of [false, true]) {
  const when = isReloaded ? "a reload" : "the code was typed";
  test(`coins that were spent elsewhere: after ${when} the review says so with fresh figures, and only leads back`, async ({
    page,
    sender,
    receiver,
    db,
  }) => {
    await reviewTransfer(page, receiver);
    await expect(page.getByLabel("OTP", { exact: true })).toBeVisible();
    const spent = { key: randomUUID(), effectiveAt: new Date(), amountFc: coins(8_000) };
    const from = { memberId: sender.id, refId: sender.refId };
    const to = { memberId: receiver.id, refId: receiver.refId };
    await atomically(db, post, transfer({ ...spent, from, to }));
    if (isReloaded) await page.reload();
    else await enterCode(page, sender, "Transfer");
    await expectOver(page, "There are no longer enough coins for this.");
    await expect(dialog(page).getByText("In the wallet now")).toBeVisible();
    await expect(dialog(page)).toContainText("2,000 FC");
    await expect(dialog(page)).not.toContainText("Left in the wallet");
    await expectAccessible(page);
    await expectLeft(page);
  });
}

test("a receiver who was blocked in the meantime is named as the reason", async ({
  page,
  sender,
  receiver,
  db,
}) => {
  await reviewTransfer(page, receiver);
  await db.updateTable("members").set({ status: "blocked" }).where("id", "=", receiver.id).execute();
  await enterCode(page, sender, "Transfer");
  await expectOver(page, "There is no member with this user ID");
  await expect(page.getByText("Ravi K.")).toHaveCount(0);
  await expect(dialog(page)).toContainText("10,000 FC");
  await expectLeft(page);
});

test("an address that was changed in the meantime is named as the reason, and the new one is shown", async ({
  page,
  sender,
  db,
}) => {
  await page.goto("/withdraw");
  await page.getByLabel("Amount", { exact: true }).fill("6000000");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await dialog(page).getByRole("button", { name: "Yes, send OTP" }).click();
  await expect(page.getByLabel("OTP", { exact: true })).toBeVisible();
  await giveAddress(db, sender, newAddress, longAgo(new Date()));
  await enterCode(page, sender, "Withdraw");
  await expectOver(page, "Your free coin address was changed. Please reload and check it");
  await expect(dialog(page)).toContainText(newAddress);
  await expect(dialog(page)).toContainText("1,20,00,000 FC");
  await expectLeft(page);
});

test("a member who is blocked in the middle reads that nothing was moved before signing in again", async ({
  page,
  sender,
  receiver,
  db,
}) => {
  await reviewTransfer(page, receiver);
  await expect(page.getByLabel("OTP", { exact: true })).toBeVisible();
  await db.updateTable("members").set({ status: "blocked" }).where("id", "=", sender.id).execute();
  await atomically(db, revokeAllSessions, { memberId: sender.id, now: new Date() });
  await enterCode(page, sender, "Transfer");
  const told = page.getByText("You were signed out before it was done. Nothing was moved.");
  await expect(told).toBeVisible();
  expect(await keysKept(page)).toEqual([]);
  await page.getByLabel("User ID", { exact: true }).fill(sender.refId);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Your account is blocked. Please write to support")).toBeVisible();
  await expect(told).toBeVisible();
});
