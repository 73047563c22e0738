import { fund } from "../server/src/testing/money.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, onBothSizes, test } from "./fixtures.ts";
import { codeMailedTo } from "./mails.ts";
import { signedInAt } from "./sessions.ts";

test(
  "a member saves everything as one file, asks to close the account and takes it back",
  onBothSizes,
  async ({ page, member, db }) => {
    await fund(db, member, { transfer: 7 }, new Date());
    await signedInAt(page, member, "/security");
    await page.getByRole("link", { name: "Save your data or close the account" }).click();
    await expect(page.getByText("What is left in your wallets and cannot be withdrawn")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save my data" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Send OTP" }).click();
    await dialog.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member, /save everything/i));
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Save", exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`my-data-${member.refId}.zip`);

    await page.getByRole("button", { name: "Close the account" }).click();
    await expect(dialog).toContainText("7 FC");
    await dialog.getByRole("button", { name: "Send OTP" }).click();
    await expect(dialog.getByText("Please tick this first")).toBeVisible();
    await dialog.getByLabel(/^I give up/).check();
    await dialog.getByRole("button", { name: "Send OTP" }).click();
    await expectAccessible(page);
    await dialog.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member, /close your account/i));
    await dialog.getByRole("button", { name: "Close the account" }).click();
    await expectShown(page, "Your account will be closed");
    await expect(page.getByText(/It is closed and erased from/)).toBeVisible();
    await page.getByRole("button", { name: "Keep my account" }).click();
    await expectShown(page, "Your account stays open");
    await expect(page.getByRole("button", { name: "Close the account" })).toBeVisible();
  },
);
