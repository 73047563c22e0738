import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

test("an operator reads the reports of payouts, growth and stakes", async ({ page }) => {
  await operatorAt(page, "/console/reports", { role: "admin" });
  for (const name of ["Payouts", "Growth", "Stakes"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    await expect(page.getByRole("table", { name })).toBeVisible();
  }
  await expectAccessible(page);
});
