import { giveAddress, longAgo } from "../server/src/testing/money.ts";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, test } from "./fixtures.ts";
import { codeMailedTo, mailTo } from "./mails.ts";
import { signIn } from "./sessions.ts";

const first = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const second = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

test.beforeEach(async ({ page, member }) => {
  await signIn(page, member);
});

test("a member sets the free coin address and sees the hold", async ({ page, member }) => {
  await page.goto("/withdraw");
  await page.getByRole("main").getByRole("link", { name: "Free Coin Address" }).click();
  const field = page.getByLabel("Free Coin Address (BEP20 only)");
  await expect(field).toHaveAttribute("readonly");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await field.fill(`  ${first}\n`);
  await expect(field).toHaveValue(first);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expectShown(page, "OTP sent to your email. Please check it");
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expectShown(page, "Free coin address created");
  await expect(field).toHaveAttribute("readonly");
  await expect(page.getByRole("timer")).toHaveText(/^4[78]:\d\d:\d\d$/);
  await expectAccessible(page);
  expect((await mailTo(member.email, /free coin address was set/)).text).toContain("on hold until");
});

test("a member changes the free coin address; Cancel restores, and a reload does not lose the step", async ({
  page,
  member,
  db,
}) => {
  await giveAddress(db, member, first, longAgo(new Date()));
  await page.goto("/coin-address");
  const field = page.getByLabel("Free Coin Address (BEP20 only)");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await field.fill(second);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(field).toHaveValue(first);
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await expect(field).toHaveValue(first);
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByText("Nothing has been changed")).toBeVisible();
  await field.fill(second);
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect(page.getByLabel("OTP", { exact: true })).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(second);
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expectShown(page, "Free coin address updated");
  await expect(field).toHaveValue(second);
  await page.goto("/withdraw");
  await expect(page.getByText(second)).toBeVisible();
});

test("what is wrong with an address is shown", async ({ page }) => {
  await page.goto("/coin-address");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const field = page.getByLabel("Free Coin Address (BEP20 only)");
  for (const [typed, problem] of [
    ["", "Please enter an address"],
    [first.slice(0, -1), "This is too short: a BEP20 address has 42 characters, 0x included"],
    [first.replace("5a", "5g"), "After 0x there are only the digits 0 to 9 and the letters a to f"],
    [first.replace("6053", "6054"), /The checksum does not fit/],
  ] as const) {
    await field.fill(typed);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await expect(page.getByText(problem)).toBeVisible();
  }
  await expectAccessible(page);
  await field.fill(first.toLowerCase());
  await expect(page.getByText(/This address has no checksum/)).toBeVisible();
});
