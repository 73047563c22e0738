import type { Page } from "@playwright/test";
import { rowsInSight } from "./fits.ts";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

/**
 * Lists by their pages. Above most of them stands something else: what counts is a screen that begins with the headings.
 * Signals is not among them: a row of it names all its members, and other tests leave some with many.
 */
const lists = [
  { path: "log", label: "What operators did" },
  { path: "jobs", label: "Jobs and mails" },
  { path: "closings", label: "Days closed" },
  { path: "notices", label: "Notices" },
  { path: "prices", label: "Prices" },
  { path: "ledger", label: "Entries" },
  { path: "taxes", label: "Rules" },
  { path: "books", label: "Journal" },
  { path: "reports", label: "Stakes" },
  { path: "operators", label: "Operators" },
];

test("a laptop shows fifteen members below the search, and as many rows of the other lists", async ({
  page,
}) => {
  test.slow();
  await operatorAt(page, "/console/members", { role: "admin" });
  await expect(page.getByRole("table", { name: "Members" }).getByRole("row").nth(15)).toBeVisible();
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(15);
  for (const { path, label } of lists) {
    await page.goto(`/console/${path}`);
    await expect(page.getByRole("table", { name: label, exact: true }).getByRole("row").nth(1)).toBeVisible();
    expect.soft(await rowsThatFit(page, label), label).toBeGreaterThanOrEqual(15);
  }
});

/**
 * How many rows as the lowest one of the list fit a screen that begins with its headings. The tests share one demo, and
 * what others leave in a list may take more lines.
 */
function rowsThatFit(page: Page, label: string): Promise<number> {
  const table = page.getByRole("table", { name: label, exact: true });
  return table.evaluate((element) => {
    const head = element.querySelector("thead")?.getBoundingClientRect().height ?? 0;
    const heights = [...element.querySelectorAll("tbody > tr")].map(
      (row) => row.getBoundingClientRect().height,
    );
    return Math.floor((innerHeight - head) / Math.min(...heights));
  });
}

test("the navigation of a laptop shows its places without scrolling, whichever group is open", async ({
  page,
}) => {
  await operatorAt(page, "/console", { role: "admin" });
  const navigation = page.getByRole("navigation", { name: "Console" });
  for (const group of ["People", "Money", "House"] as const) {
    await navigation.getByRole("button", { name: group, expanded: false }).click();
    await expect(navigation.getByRole("button", { name: group, expanded: true })).toBeVisible();
    const { scrolled, shown } = await navigation.evaluate((element) => {
      const around = element.parentElement;
      return { scrolled: around?.scrollHeight ?? 0, shown: around?.clientHeight ?? 0 };
    });
    expect(scrolled).toBeLessThanOrEqual(shown);
  }
});
