import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, test } from "./fixtures.ts";
import { codeMailedTo, mailTo } from "./mails.ts";
import { signedInAt } from "./sessions.ts";

test.beforeEach(async ({ page, member }) => {
  await signedInAt(page, member, "/bank-details");
  await expect(page.getByRole("button", { name: "Update Bank Address" })).toBeVisible();
});

test("bank and branch follow from the IFSC code, and the saved number is masked", async ({
  page,
  member,
}) => {
  await page.getByRole("button", { name: "Update Bank Address" }).click();
  await expect(page.getByLabel("Account holder name")).toHaveValue(member.name);
  await expect(page.getByLabel("Account holder name")).toHaveAttribute("readonly");
  await page.getByLabel("Account number", { exact: true }).fill("001234567890");
  await page.getByLabel("Account number, once more").fill("001234567890");
  await page.getByLabel("IFSC code").fill("hdfc0000001");
  await expect(page.getByLabel("Bank name")).toHaveValue("HDFC Bank");
  await expect(page.getByLabel("Branch")).toHaveValue("TULSIANI CHMBRS - NARIMAN PT");
  await page.getByRole("button", { name: "Update Bank Address" }).click();
  await expectShown(page, "OTP sent to your email. Please check it");
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel("Account number", { exact: true })).toHaveValue("001234567890");
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
  await page.getByRole("button", { name: "Update Bank Address" }).click();
  await expectShown(page, "Bank address updated");
  await expect(page.getByText("•••• 7890")).toBeVisible();
  await expect(page.getByText("001234567890")).toBeHidden();
  expect((await mailTo(member.email, /bank details were changed/)).text).toContain("•••• 7890");
});

test("what is wrong is shown at its field; Cancel and Back leave everything as it was", async ({ page }) => {
  await page.getByRole("button", { name: "Update Bank Address" }).click();
  await page.getByLabel("Account number", { exact: true }).fill("123456789");
  await page.getByLabel("Account number, once more").fill("123456780");
  await page.getByLabel("IFSC code").fill("ZZZZ0000001");
  await expect(
    page.getByText("No bank has this IFSC code. Please check its first four letters"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Update Bank Address" }).click();
  await expect(page.getByText("The two account numbers are not the same")).toBeVisible();
  await expect(page.getByLabel("OTP", { exact: true })).toBeHidden();
  await page.getByLabel("IFSC code").fill("HDFC0ZZZZZZ");
  await expect(page.getByText(/We do not know this branch/)).toBeVisible();
  await expect(page.getByLabel("Bank name")).toHaveValue("HDFC Bank");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Not given").first()).toBeVisible();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(page.getByText(/^Welcome, /)).toBeVisible();
});
