import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

test.use({ changes: "documents" });

test("a document is written in both languages, previewed, and released by two admins", async ({
  page,
  otherPage: second,
}) => {
  await operatorAt(page, "/console/documents", { role: "admin" });
  const card = page.getByRole("region", { name: "Privacy notice" });
  const inForce = card.getByText(/^Version \d+ in force$/);
  const version = Number(/\d+/.exec((await inForce.textContent()) ?? "")?.[0]);
  // A text that is already in force could not be released once more.
  const words = `We hold your name since version ${version + 1}`;
  await card.getByRole("button", { name: "Begin a draft" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("English").fill(`## Short\n\n${words}, says {company}.\n\n[ask the lawyer]`);
  await dialog.getByLabel("Hindi").fill("## छोटा\n\nहमारे पास आपका नाम है, {company}।");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save the draft" }).click();
  await expect(card.getByText(/It cannot be released yet: “\[ask the lawyer\]”/)).toBeVisible();
  await card.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("English").fill(`## Short\n\n${words}, says {company}.`);
  await dialog.getByRole("button", { name: "Save the draft" }).click();
  await card.getByRole("button", { name: "Preview" }).click();
  await expect(dialog).toContainText(`${words}, says FC Portal (demo).`);
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await card.getByRole("button", { name: "Release" }).click();
  // Not in substance: no other test's member has to accept it.
  await dialog.getByLabel(/^No: only words/).check();
  await dialog.getByLabel("Reason, for the second person").fill("Made shorter");
  await dialog.getByRole("button", { name: "Release" }).click();
  await expect(page.getByText("Proposed by you, waiting")).toBeVisible();
  await operatorAt(second, "/console/waiting", { role: "admin", name: "Meera Nair" });
  await second.getByRole("button", { name: `Confirm Version ${version + 1} of the privacy notice` }).click();
  await expect(second.getByRole("dialog")).toContainText(`${words}, says FC Portal (demo).`);
  await second.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(second.getByRole("dialog")).toBeHidden();
  await expect(second.getByText("Decided lately")).toBeVisible();
  await page.reload();
  await expect(card.getByText(`Version ${version + 1} in force`)).toBeVisible();
  await expect(card).toContainText("no change in substance");
  await page.goto(`/documents/privacy/${version}`);
  await expect(page.getByText("This version is no longer in force.")).toBeVisible();
});
