import { photo } from "../server/src/testing/pictures.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, test } from "./fixtures.ts";
import { codeMailedTo, mailTo } from "./mails.ts";
import { signedInAt } from "./sessions.ts";

test.beforeEach(async ({ page, member }) => {
  await signedInAt(page, member, "/pan-details");
  await expect(page.getByText(/One time and irreversible/)).toBeVisible();
});

test("PAN details are added once, with a proof image that only their owner sees", async ({
  page,
  member,
}) => {
  await page.getByLabel("Name in PAN").fill("ANANYA KRISHNAMURTHY");
  await page.getByLabel("PAN number").fill("abcpe 1234 f");
  await expect(page.getByLabel("PAN number")).toHaveValue("ABCPE1234F");
  const file = { name: "pan.jpg", mimeType: "image/jpeg", buffer: await photo({ width: 400, height: 250 }) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByAltText("The picture you chose")).toBeVisible();
  await expect(page.getByText(/^Sent · /)).toBeVisible();
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expectShown(page, "OTP sent to your email. Please check it");
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel("PAN number")).toHaveValue("ABCPE1234F");
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
  await page.getByRole("button", { name: "Submit" }).click();
  await expectShown(page, "Pan details added");
  await expect(page.getByText("ABCPE1234F")).toBeVisible();
  const proof = page.getByAltText("Proof image");
  await expect(proof).toHaveJSProperty("complete", true);
  await expect(proof).not.toHaveJSProperty("naturalWidth", 0);
  await expect(page.getByLabel("PAN number")).toBeHidden();
  await mailTo(member.email, /PAN details were added/);
});

test("name, number and proof are required, and a file that is no picture is refused", async ({ page }) => {
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByText("Please enter the name")).toBeVisible();
  await expect(page.getByText("Please enter the PAN number")).toBeVisible();
  await expect(page.getByText("Please add proof image")).toBeVisible();
  await page.getByLabel("PAN number").fill("ABCXE1234F");
  await expect(page.getByText(/^The fourth letter of a PAN/)).toBeVisible();
  const file = { name: "pan.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<script>alert(1)</script>") };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByText(/This file is not a picture we can read/)).toBeVisible();
});
