import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

test("the next closing is run dry", async ({ page }) => {
  await operatorAt(page, "/console/closings", { role: "admin" });
  await expect(page.getByRole("region", { name: "Next closing" })).toBeVisible();
  const dryRun = page.getByRole("region", { name: "Dry run" });
  await dryRun.getByRole("button", { name: "Dry run" }).click();
  await expect(dryRun.getByRole("table", { name: "Who would get most" })).toBeVisible();
  await expectAccessible(page);
});
