import { giveAddress, giveStake, fund, longAgo } from "../server/src/testing/money.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, test } from "./fixtures.ts";
import { codeMailedTo, mailTo } from "./mails.ts";
import { signedInAt } from "./sessions.ts";

test("a member changes the e-mail address with the codes of both, over a reload, and then sees that coins wait", async ({
  page,
  member,
  db,
}) => {
  await giveAddress(db, member, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", longAgo(new Date()));
  await giveStake(db, member, longAgo(new Date()));
  await fund(db, member, { staking: 10_000_000 }, longAgo(new Date()));
  const newEmail = `new-${member.email}`;
  await signedInAt(page, member, "/profile");
  await page.getByRole("link", { name: "Change e-mail address" }).click();
  await page.getByRole("button", { name: "Change e-mail address" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("New e-mail address");
  await field.fill("not an address");
  await dialog.getByRole("button", { name: "Send OTP" }).click();
  await expect(dialog.getByText("This is not a valid e-mail")).toBeVisible();
  await field.fill(newEmail.toUpperCase());
  await dialog.getByRole("button", { name: "Send OTP" }).click();
  await expect(dialog.getByText(`We sent a code to ${newEmail}.`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("OTP", { exact: true }).fill(await codeMailedTo({ email: newEmail }));
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Step 2 of 2")).toBeVisible();
  await expect(dialog.getByText(/We sent a code to .•••/)).toBeVisible();

  await page.reload();
  await expect(dialog.getByText(`${newEmail} is confirmed.`)).toBeVisible();
  const code = await codeMailedTo(member, /code: confirm your new e-mail address/);
  await dialog.getByLabel("OTP", { exact: true }).fill(code);
  await dialog.getByRole("button", { name: "Change", exact: true }).click();
  await expectShown(page, "E-mail address changed");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(newEmail, { exact: true })).toBeVisible();
  const changes = page.locator(".card", { has: page.getByRole("heading", { name: "Recent changes" }) });
  await expect(changes.getByText("E-mail address changed")).toBeVisible();
  expect((await mailTo(member.email, /e-mail address was changed/)).text).toContain("write to support");
  await mailTo(newEmail, /This is now your FC Portal e-mail address/);

  await page.goto("/withdraw");
  await expect(page.getByText(/Your e-mail address was changed, so .* wait until/)).toBeVisible();
});
