import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";
import { signedInAt } from "./sessions.ts";

test.use({ changes: "prices" });

// Other tests run at the same time and count in coins, so this one changes only what a dollar costs in rupees.
test("an operator sets the price of a dollar, and the member's payment page follows it", async ({
  page,
  otherPage: portal,
  member,
}) => {
  await operatorAt(page, "/console/prices", { role: "admin" });
  await page.getByRole("button", { name: "Set a new price" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a new price" });
  const field = dialog.getByLabel("Rupees for a dollar", { exact: true });
  await expect(field).not.toHaveValue("");
  // Down and up again, as often as the test is run: a larger change within a day would take two people.
  const before = Number(await field.inputValue());
  const rupees = Math.round(before > 80 ? before * 0.85 : before / 0.85);
  await field.fill(String(rupees));
  await expect(dialog.getByText(/by more than 10 %/)).toBeVisible();
  await expectAccessible(page);
  const cost = await dialog.getByLabel("FC for $15", { exact: true }).inputValue();
  await dialog.getByLabel("FC for $15, again").fill(cost);
  await dialog.getByLabel("Rupees for a dollar, again").fill(String(rupees));
  await dialog.getByRole("button", { name: "Set it now" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /In force/ })).toContainText(`₹${rupees}.00`);

  await signedInAt(portal, member, "/stacking");
  await portal.getByRole("radio", { name: "$150" }).check();
  await portal.getByRole("button", { name: "Continue to payment" }).click();
  const cost150 = `₹${(150 * rupees).toLocaleString("en-IN")}.00`;
  await expect(portal.getByText(cost150).first()).toBeVisible();
});
