import type { Page } from "@playwright/test";
import { sql } from "kysely";
import type { Db } from "../server/src/platform/db.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, password, test, type Member } from "./fixtures.ts";
import { codeMailedTo } from "./mails.ts";
import { signedInAt } from "./sessions.ts";

const newPassword = "Monsoon over Kochi 5";
const headline = "Please enter valid OTP";

test.beforeEach(async ({ page, member }) => {
  await page.clock.install();
  await signedInAt(page, member, "/change-password");
});

async function fillIn(page: Page, chosen = newPassword): Promise<void> {
  await page.getByLabel("Old password").fill(password);
  await page.getByLabel("New password", { exact: true }).fill(chosen);
  await page.getByLabel("Confirm new password").fill(chosen);
}

async function requestCode(page: Page, chosen = newPassword): Promise<void> {
  await fillIn(page, chosen);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByText(/^Valid until/)).toBeVisible();
}

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel("OTP", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Change Password" }).click();
}

async function sendNewCode(page: Page): Promise<void> {
  // Until it is sent, the page may still show how long the code before is valid.
  const sent = page.waitForResponse(/\/otp\/send\//);
  await page.getByRole("button", { name: "Send a new code" }).click();
  await sent;
  await expect(page.getByText(/^Valid until/)).toBeVisible();
}

/** The code of the mail after the one with this code. */
async function nextCode(member: Member, before: string): Promise<string> {
  await expect.poll(() => codeMailedTo(member)).not.toBe(before);
  return codeMailedTo(member);
}

/** Lets time pass for the page, and for what the server stored of this member's codes. */
async function pass(page: Page, db: Db, member: Member, seconds: number): Promise<void> {
  const span = sql<Date>`${seconds} * interval '1 second'`;
  await db
    .updateTable("otp_grants")
    .set({ created_at: sql`created_at - ${span}`, expires_at: sql`expires_at - ${span}` })
    .where("member_id", "=", member.id)
    .execute();
  await db
    .updateTable("rate_limits")
    .set({ resets_at: sql`resets_at - ${span}` })
    .where("key", "like", `otp-%:${member.id}%`)
    .execute();
  await page.clock.fastForward(seconds * 1000);
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}

test("a code says what became of it: wrong, locked, expired, of an earlier mail, replaced", async ({
  page,
  member,
  db,
}) => {
  await requestCode(page);
  const first = await codeMailedTo(member);
  await enter(page, otherThan(first));
  await expect(page.getByText(headline)).toBeVisible();
  await expect(page.getByText(/Tries left/)).toBeHidden();
  for (const left of [3, 2, 1]) {
    await enter(page, otherThan(first));
    await expect(page.getByText(`Tries left for this code: ${left}`)).toBeVisible();
  }
  await enter(page, otherThan(first));
  await expect(page.getByText(/too many wrong tries/)).toBeVisible();
  await expect(page.getByText(headline)).toBeVisible();
  await expect(page.getByText(/^Valid until/)).toBeHidden();
  await expectAccessible(page);

  await pass(page, db, member, 31);
  await sendNewCode(page);
  const second = await nextCode(member, first);
  await expect(page.getByText(/too many wrong tries/)).toBeHidden();
  await enter(page, first);
  await expect(page.getByText(/This is an earlier code/)).toBeVisible();
  await expect(page.getByText(/^Valid until/)).toBeVisible();

  await pass(page, db, member, 600);
  await expect(page.getByText("This code has expired.")).toBeVisible();
  await expect(page.getByText(/^Valid until/)).toBeHidden();
  await enter(page, second);
  await expect(page.getByText(headline)).toBeVisible();
  await sendNewCode(page);
  const third = await nextCode(member, second);

  await pass(page, db, member, 31);
  const otherTab = await page.context().newPage();
  await otherTab.goto("/change-password");
  // This tab knows that a code is out, and not what for; here something else is typed, with a code of its own.
  await fillIn(otherTab, "Another set of words 8");
  await sendNewCode(otherTab);
  await enter(page, third);
  await expect(page.getByText(/A newer code was sent for another change/)).toBeVisible();
  await expect(page.getByText(/^Valid until/)).toBeHidden();
});
