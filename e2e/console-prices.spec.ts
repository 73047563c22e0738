import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";
import { signedInAt } from "./sessions.ts";

// Other tests run at the same time and count in coins, so this one changes only what a dollar costs in rupees.
test("an operator sets the price of a dollar, and the member's payment page follows it", async ({
  page,
  otherPage: portal,
  member,
}) => {
  await operatorAt(page, "/console/prices", { role: "admin" });
  await page.getByRole("button", { name: "Set a new price" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a new price" });
  await dialog.getByLabel("Rupees for a dollar", { exact: true }).fill("70");
  await expect(dialog.getByText(/by more than 10 %/)).toBeVisible();
  await expectAccessible(page);
  const cost = await dialog.getByLabel("FC for $15", { exact: true }).inputValue();
  await dialog.getByLabel("FC for $15, again").fill(cost);
  await dialog.getByLabel("Rupees for a dollar, again").fill("70");
  await dialog.getByRole("button", { name: "Set it now" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /In force/ })).toContainText("₹70.00");

  await signedInAt(portal, member, "/stacking");
  await portal.getByRole("radio", { name: "$150" }).check();
  await expect(portal.getByText("₹10,500.00").first()).toBeVisible();
});
