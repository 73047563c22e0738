import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

test("a screen leads to its page of the handbook, whose links lead to other pages", async ({ page }) => {
  await operatorAt(page, "/console/withdrawals", { role: "finance" });
  await page.getByRole("link", { name: "Handbook: A withdrawal arrives" }).click();
  await expect(page.getByRole("heading", { name: "A withdrawal arrives" })).toBeVisible();
  await expect(page.getByRole("row", { name: /^The member owes/ })).toBeVisible();
  const picture = page.getByRole("img", { name: /^The queue of withdrawals/ });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "An account was frozen" }).click();
  await expect(page.getByRole("heading", { name: "An account was frozen" })).toBeVisible();
  await page.getByRole("link", { name: "All pages of the handbook" }).click();
  await expect(page.getByRole("link", { name: "Month end" })).toBeVisible();
  await expectAccessible(page);
});

test("Ctrl K finds a page of the handbook by its title", async ({ page }) => {
  await operatorAt(page, "/console", { role: "viewer" });
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^A screen, or a member/ }).fill("month end");
  await page.getByRole("option", { name: /Month end/ }).click();
  await expect(page.getByRole("heading", { name: "Month end" })).toBeVisible();
});
