import { codeShown } from "../server/src/testing/authenticator-app.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, password, test } from "./fixtures.ts";
import { addOperator, operatorAt, typePassword } from "./operators.ts";

test("an operator sets up an app, changes the password with its code, and sees the sessions", async ({
  page,
  otherPage,
  db,
  passwordHash,
}) => {
  const { email } = await addOperator(db, { role: "support", passwordHash });
  for (const each of [page, otherPage]) {
    await typePassword(each, { email });
    await each.getByRole("button", { name: "Skip for this demo" }).click();
    await expect(each.getByRole("heading", { name: "Today" })).toBeVisible();
  }
  await page.goto("/console/account");
  await expect(page.getByText("This session")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Sign out .+ on / })).toHaveCount(1);

  await page.getByRole("button", { name: "Set up an app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const key = (await dialog.locator(".operator-key").innerText()).trim();
  await expectAccessible(page);
  await dialog.getByLabel("Code of the new app").fill(codeShown(key, new Date()));
  await dialog.getByRole("button", { name: "Use the new app" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  const recoveryCode = await dialog.getByRole("listitem").first().innerText();
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("Recovery codes left: 10 of 10")).toBeVisible();
  // The new app has ended the other session.
  await expect(page.getByText("You are signed in nowhere else.")).toBeVisible();
  await otherPage.reload();
  await expect(otherPage.getByRole("heading", { name: "Sign in to the console" })).toBeVisible();

  await page.getByLabel("Password now").fill(password);
  await page.getByLabel("New password").fill("Blue-Kettle-81");
  await page.getByLabel("The same again").fill("Blue-Kettle-81");
  await page.getByLabel("Code of your authenticator app").fill("000000");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This code is not valid now" })).toBeVisible();
  await page.getByLabel("Code of your authenticator app").fill(recoveryCode);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expectShown(page, "Your password was changed");
  await expect(page.getByText("Recovery codes left: 9 of 10")).toBeVisible();
  await expectAccessible(page);
});

test("whoever invites an operator reads what each role may and may not do", async ({ page }) => {
  await operatorAt(page, "/console/operators", { role: "admin" });
  await page.getByRole("button", { name: "Invite an operator" }).click();
  const rights = page.getByRole("status", { name: /^Rights of/ });
  await expect(rights).toContainText("With the role viewer one may");
  await expect(rights.locator("[data-held]")).toHaveText(["Read every page, with KYC data left out"]);
  await page.getByLabel("Role").selectOption("finance");
  await expect(rights.locator("[data-held]").filter({ hasText: /^Decide .*withdrawals/ })).toHaveCount(1);
  await expect(rights).toContainText("and may not");
  await expectAccessible(page);
});
