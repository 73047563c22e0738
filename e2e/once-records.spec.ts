import type { Page } from "@playwright/test";
import { expect, expectShown, password, test } from "./fixtures.ts";
import { checkAgain, cutAfter, keysKept, keysSent, outcomes, unknown } from "./lost-answers.ts";
import { codeMailedTo, mailTo } from "./mails.ts";
import { signIn } from "./sessions.ts";

/** Changes of the member's own data: what their page does when the answer is lost. */
const ownChanges = {
  "the password": {
    path: "/change-password",
    call: "**/api/user/changePassword",
    fill: async (page: Page) => {
      await page.getByLabel("Old password").fill(password);
      await page.getByLabel("New password", { exact: true }).fill("Monsoon over Kochi 5");
      await page.getByLabel("Confirm new password").fill("Monsoon over Kochi 5");
      await page.getByRole("button", { name: "Send OTP" }).click();
    },
    action: "Change Password",
    notice: "Password Changed",
    mail: /password was changed/,
  },
  "the bank details": {
    path: "/bank-details",
    call: "**/api/user/bankDetails/update",
    fill: async (page: Page) => {
      await page.getByRole("button", { name: "Update Bank Address" }).click();
      await page.getByLabel("Account number", { exact: true }).fill("001234567890");
      await page.getByLabel("Account number, once more").fill("001234567890");
      await page.getByLabel("IFSC code").fill("hdfc0000001");
      await expect(page.getByLabel("Bank name")).toHaveValue("HDFC Bank");
      await page.getByRole("button", { name: "Update Bank Address" }).click();
    },
    action: "Update Bank Address",
    notice: "Bank address updated",
    mail: /bank details were changed/,
  },
  "the coin address": {
    path: "/coin-address",
    call: "**/api/user/freeCoinAddress/create",
    fill: async (page: Page) => {
      await page.getByRole("button", { name: "Edit Profile" }).click();
      const field = page.getByLabel("Free Coin Address (BEP20 only)");
      await field.fill("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
      await page.getByRole("button", { name: "Create", exact: true }).click();
    },
    action: "Create",
    notice: "Free coin address created",
    mail: /free coin address was set/,
  },
  "the profile": {
    path: "/profile",
    call: "**/api/user/updateUser",
    fill: async (page: Page) => {
      await page.getByRole("button", { name: "Edit Profile" }).click();
      await page.getByLabel("City").fill("Kochi");
      await page.getByRole("button", { name: "Update", exact: true }).click();
    },
    action: "Update",
    notice: "Profile updated",
    mail: /profile was changed/,
  },
} as const;

for (const [name, { path, call, fill, action, notice, mail }] of Object.entries(ownChanges)) {
  test(`the answer to a change of ${name} is lost, also over a reload: it is made once, and told`, async ({
    page,
    member,
    expectFailures,
  }) => {
    expectFailures(/ERR_CONNECTION_RESET/, /otp\/outcome/);
    const keys = keysSent(page.context());
    await signIn(page, member);
    await page.route(call, cutAfter);
    await page.route(outcomes, (route) => route.abort());
    await page.goto(path);
    await fill(page);
    await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
    await page.getByRole("button", { name: action, exact: true }).click();
    await expect(page.getByText(unknown)).toBeVisible();
    await page.reload();
    await expect(page.getByText(unknown)).toBeVisible();
    await page.unroute(outcomes);
    await checkAgain(page);
    await expectShown(page, notice);
    await expect(page.getByText(unknown)).toBeHidden();
    expect(keys.size).toBe(1);
    expect(await keysKept(page)).toEqual([]);
    await mailTo(member.email, mail);
  });
}
