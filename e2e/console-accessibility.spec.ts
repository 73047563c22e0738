import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { openScreen, operatorAt } from "./operators.ts";

test("every screen of the console opens from its navigation and is accessible", async ({ page }) => {
  test.slow();
  await operatorAt(page, "/console", { role: "admin" });
  const links = page.getByRole("navigation", { name: "Console" }).getByRole("link");
  const names = await links.evaluateAll((found) => found.map((link) => link.getAttribute("title") ?? ""));
  expect(names).toContain("Today");
  for (const name of names) {
    await openScreen(page, name);
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading..." })).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.goto("/console/nothing-here");
  await expect(page.getByText("There is no page at this address.")).toBeVisible();
  await expectAccessible(page);
});

test("the console's login is accessible", async ({ page }) => {
  await page.goto("/console");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expectAccessible(page);
});
