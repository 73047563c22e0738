import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { openScreen, operatorAt, type ConsoleGroup } from "./operators.ts";

async function expectScreen(page: Page, name: string, group?: ConsoleGroup): Promise<void> {
  await openScreen(page, name, group);
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading..." })).toHaveCount(0);
  await expectAccessible(page);
}

test("every screen of the console opens from its navigation and is accessible", async ({ page }) => {
  test.slow();
  await operatorAt(page, "/console", { role: "admin" });
  const navigation = page.getByRole("navigation", { name: "Console" });
  const links = navigation.getByRole("link");
  const names = () => links.evaluateAll((found) => found.map((link) => link.getAttribute("title") ?? ""));
  const work = await names();
  expect(work).toContain("Today");
  for (const name of work) await expectScreen(page, name);
  for (const group of ["People", "Money", "House"] as const) {
    await navigation.getByRole("button", { name: group, expanded: false }).click();
    await expect(navigation.getByRole("button", { name: group, expanded: true })).toBeVisible();
    const others = (await names()).filter((name) => !work.includes(name));
    expect(others.length).toBeGreaterThan(4);
    for (const name of others) await expectScreen(page, name, group);
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
