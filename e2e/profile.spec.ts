import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, test, typeInto } from "./fixtures.ts";
import { codeMailedTo, mailTo } from "./mails.ts";
import { signedInAt } from "./sessions.ts";

test.beforeEach(async ({ page, member }) => {
  await signedInAt(page, member, "/profile");
  await expect(page.getByText(member.email)).toBeVisible();
});

test("a member fills in the profile with the mailed code, and a reload does not lose the step", async ({
  page,
  member,
}) => {
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ananya Nair");
  await page.locator("label", { hasText: "Female (F)" }).click();
  await page.getByLabel("Date of birth").fill("1990-02-28");
  await page.getByLabel("Nominee").fill("Ravi Nair");
  await page.getByLabel("Relation").fill("Husband");
  await page.getByLabel("Address", { exact: true }).fill("4/2 Shanti Nagar, M.G. Road");
  await page.getByLabel("City").fill("Kochi");
  await page.getByLabel("PIN").fill("682001");
  await expect(page.getByLabel("E-mail")).toHaveAttribute("readonly");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expectShown(page, "OTP sent to your email. Please check it");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByText("Please enter corresponding otp to your email")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("City")).toHaveValue("Kochi");
  // The sixth digit submits by itself.
  await typeInto(page.getByLabel("OTP", { exact: true }), await codeMailedTo(member));
  await expectShown(page, "Profile updated");

  await expect(page.getByRole("button", { name: "Edit Profile" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Ananya Nair" })).toBeVisible();
  await expect(page.getByText("28 Feb 1990")).toBeVisible();
  await expect(page.getByText("India", { exact: true })).toBeVisible();
  const mail = await mailTo(member.email, /profile was changed/);
  expect(mail.text).toContain("New name: Ananya Nair");
  await page.goto("/");
  await expect(page.getByText("Welcome, Ananya Nair")).toBeVisible();
});

test("Cancel restores what was saved last; what is wrong is shown at its field, what the server says about the phone included", async ({
  page,
  member,
}) => {
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByLabel("City").fill("Somewhere else");
  await page.getByLabel("Name", { exact: true }).fill("Somebody Else");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Somewhere else")).toBeHidden();
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await expect(page.getByLabel("City")).toHaveValue("");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(member.name);

  await page.getByLabel("Date of birth").fill("2020-01-01");
  await page.getByLabel("PIN").fill("123");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByText("You must be at least 18 years old")).toBeVisible();
  await expect(page.getByText("A PIN of India has 6 digits and does not begin with 0")).toBeVisible();
  await page.getByLabel("Country", { exact: true }).selectOption("NP");
  await page.getByLabel("Date of birth").fill("2000-01-01");
  await page.getByLabel("PIN").fill("44600");
  await page.getByLabel("Mobile number").fill("12");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByText("This is not a valid mobile number")).toBeVisible();
  await expect(page.getByLabel("Mobile number")).toBeFocused();
  await expectAccessible(page);
});
