import type { Page } from "@playwright/test";

/** Chooses filters of a list: on a phone they are in a sheet, elsewhere above the list. */
export async function chooseFilters(page: Page, choose: () => Promise<unknown>): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 640;
  if (isPhone) await page.getByRole("button", { name: /^Filters/ }).click();
  await choose();
  if (isPhone) await page.getByRole("button", { name: "Show the list" }).click();
}
