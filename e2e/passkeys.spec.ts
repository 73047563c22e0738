import type { Page } from "@playwright/test";
import { fund, giveAddress, giveStake, longAgo, walletsOf } from "../server/src/testing/money.ts";
import { tokenKey } from "../web/src/lib/session/session.ts";
import { expectAccessible } from "./accessibility.ts";
import { deviceOf } from "./devices.ts";
import { expect, expectShown, test, type Member } from "./fixtures.ts";
import { codeMailedTo, mailTo } from "./mails.ts";
import { signedInAt } from "./sessions.ts";

/** Both halves of it: with one of them left, the login page would lead to the dashboard first, and back. */
async function forgetSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate((key) => localStorage.removeItem(key), tokenKey);
}

const dialog = (page: Page) => page.getByRole("dialog");

async function enterMailedCode(page: Page, member: Member, subject: RegExp): Promise<void> {
  await dialog(page).getByRole("button", { name: "Send OTP" }).click();
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member, subject));
}

async function addPasskey(page: Page, member: Member): Promise<void> {
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name of the passkey").fill("Ananya's phone");
  await enterMailedCode(page, member, /code: add a passkey/i);
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await dialog(page).getByRole("button", { name: "Make the passkey" }).click();
  await expect(page.getByRole("button", { name: "End Ananya's phone" })).toBeVisible();
}

test("a member adds a passkey, signs in with it, confirms a withdrawal by it, and ends it", async ({
  page,
  member,
  db,
}) => {
  await giveStake(db, member, longAgo(new Date()));
  await giveAddress(db, member, "0x52908400098527886E0F7030069857D2E4169EE7", longAgo(new Date()));
  await fund(db, member, { staking: 12_000_000 }, longAgo(new Date()));
  const device = await deviceOf(page);
  await signedInAt(page, member, "/security");
  await addPasskey(page, member);
  await expect(page.getByText("Not used yet")).toBeVisible();
  expect((await mailTo(member.email, /passkey was added/)).text).toContain("Ananya's phone");

  await page.getByRole("button", { name: "Confirm by passkey" }).click();
  await enterMailedCode(page, member, /code: confirm changes by a passkey/i);
  await dialog(page).getByRole("button", { name: "Confirm by passkey" }).click();
  await expect(page.getByRole("button", { name: "Confirm by e-mail again" })).toBeVisible();
  await expectAccessible(page);

  // Another day: nothing of the session is left, but the device has its passkey.
  await forgetSession(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("1,20,00,000").first()).toBeVisible();

  await page.goto("/withdraw");
  await page.getByLabel("Amount", { exact: true }).fill("6000000");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await device.setFinger(false);
  const confirm = dialog(page).getByRole("button", { name: "Use passkey" });
  await confirm.click();
  await expect(dialog(page).getByText(/No passkey was used/)).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Use the code by e-mail" })).toBeVisible();
  await expectAccessible(page);
  await device.setFinger(true);
  await confirm.click();
  await expectShown(page, "Withdraw Request sent");
  expect(await walletsOf(db, member)).toMatchObject({ withdraw_pending: 6_000_000 });

  await page.goto("/security");
  await expect(page.getByText(/^Last used/)).toBeVisible();
  await page.getByRole("button", { name: "End Ananya's phone" }).click();
  await enterMailedCode(page, member, /code: end a passkey/i);
  await dialog(page).getByRole("button", { name: "End", exact: true }).click();
  await expectShown(page, "Passkey ended");
  await expect(page.getByRole("button", { name: "End Ananya's phone" })).toHaveCount(0);
  await forgetSession(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText(/This passkey is not known here/)).toBeVisible();
});

test("a change that a passkey could sign is confirmed by the code by e-mail, if the member wants that", async ({
  page,
  member,
  db,
}) => {
  const device = await deviceOf(page);
  await signedInAt(page, member, "/security");
  await addPasskey(page, member);
  await db.updateTable("members").set({ confirms_by_passkey: true }).where("id", "=", member.id).execute();
  await device.setFinger(false);
  await page.goto("/coin-address");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByLabel("Free Coin Address (BEP20 only)").fill("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  await page.getByRole("button", { name: "Use passkey" }).click();
  await page.getByRole("button", { name: "Use the code by e-mail" }).click();
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member, /free coin address/));
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const { text } = await mailTo(member.email, /free coin address was set/);
  expect(text).toContain("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
});
