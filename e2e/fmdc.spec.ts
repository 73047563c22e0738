import { expectAccessible } from "./accessibility.ts";
import { expect, expectShown, test } from "./fixtures.ts";
import { codeMailedTo } from "./mails.ts";
import { signedInAt } from "./sessions.ts";

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

test("an FMDC address is created once: the first press opens the field, the second sends it", async ({
  page,
  member,
}) => {
  await signedInAt(page, member, "/fmdc-coin-update");
  const field = page.getByLabel("FMDC Coin Address (BEP20 only)");
  await expect(field).toHaveAttribute("readonly");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText(/One time and irreversible/)).toBeVisible();
  await field.fill(address);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByLabel("OTP", { exact: true }).fill(await codeMailedTo(member));
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expectShown(page, "FMDC address created");
  await expect(field).toHaveAttribute("readonly");
  await expect(field).toHaveValue(address);
  await expect(page.getByRole("button", { name: "Create", exact: true })).toBeHidden();
  await page.reload();
  await expect(page.getByText("It was entered once and cannot be changed.")).toBeVisible();
  await expectAccessible(page);
});
