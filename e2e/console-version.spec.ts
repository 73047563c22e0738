import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

test("Today names the version, which leads to what is new in it and to the nodes that run it", async ({
  page,
}) => {
  await operatorAt(page, "/console", { role: "viewer" });
  await page.getByRole("link", { name: "Version", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^New for operators/ })).toBeVisible();
  await expect(page.getByText(/^Every node runs \d+\.\d+\.\d+/)).toBeVisible();
  await expectAccessible(page);
});
