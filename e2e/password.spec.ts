import { noticeMs } from "@fc/contract/notice-times";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, password, test } from "./fixtures.ts";
import { codeMailedTo, mailTo } from "./mails.ts";
import { logIn, logOut, signedInAt } from "./sessions.ts";
import type { Page } from "@playwright/test";

const newPassword = "Monsoon over Kochi 5";

async function fillPasswords(page: Page, values: { old?: string; new?: string; confirm?: string } = {}) {
  await page.getByLabel("Old password").fill(values.old ?? password);
  await page.getByLabel("New password", { exact: true }).fill(values.new ?? newPassword);
  await page.getByLabel("Confirm new password").fill(values.confirm ?? values.new ?? newPassword);
}

test.beforeEach(async ({ page, member }) => {
  await signedInAt(page, member, "/change-password");
});

test("a member changes the password with the mailed code, and reads beside the fields what is wrong", async ({
  page,
  member,
}) => {
  await page.clock.install();
  await fillPasswords(page, { confirm: "something else" });
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByText("The two new passwords are not the same")).toBeVisible();
  await fillPasswords(page, { old: "not my password" });
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByText("Old password is not correct")).toBeVisible();
  await expect(page.getByLabel("OTP", { exact: true })).toBeHidden();

  await fillPasswords(page);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expectShown(page, "OTP sent to your email. Please check it");
  const otp = page.getByLabel("OTP", { exact: true });
  await expect(otp).toHaveAttribute("autocomplete", "one-time-code");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Please enter corresponding otp to your email")).toBeVisible();

  const code = await codeMailedTo(member);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  await otp.fill(wrong);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Please enter valid OTP")).toBeVisible();

  await otp.fill(`Your FC Portal code is ${code}`);
  await expect(otp).toHaveValue(code);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expectShown(page, "Password Changed");
  await expect(otp).toBeHidden();
  await expect(page.getByLabel("Old password")).toHaveValue("");
  await page.clock.fastForward(noticeMs.changeConfirmed);
  await expect(page.getByText("Password Changed")).toBeHidden();

  await mailTo(member.email, /password was changed/);
  await logOut(page);
  await logIn(page, member, newPassword);
  await expect(page.getByText(`Welcome, ${member.name}`)).toBeVisible();
});

test("changing the form after the code was sent asks for a new code", async ({ page }) => {
  await fillPasswords(page);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByLabel("OTP", { exact: true })).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("Another set of words 8");
  await expect(page.getByLabel("OTP", { exact: true })).toBeHidden();
  await expect(page.getByText(/sends a new code/)).toBeVisible();
});

test("other passwords typed after a reload: the page says so, and a new code for them leads on", async ({
  page,
  member,
}) => {
  await fillPasswords(page);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByLabel("OTP", { exact: true })).toBeVisible();
  const code = await codeMailedTo(member);
  await page.reload();
  await fillPasswords(page, { new: "Another set of words 8" });
  await page.getByLabel("OTP", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Change Password" }).click();
  const warning = page.getByText(/These are not the passwords the code was sent for/);
  await expect(warning).toBeVisible();
  await expect(page.getByText("Please enter valid OTP")).toBeHidden();
  await expect(page.getByRole("button", { name: /^Send a(gain| new code)/ })).toBeVisible();

  // With the first passwords again, the code is still valid.
  await fillPasswords(page);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expectShown(page, "Password Changed");
  await expect(warning).toBeHidden();
});
