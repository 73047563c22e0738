import { readFile } from "node:fs/promises";
import { bookDefinitions, bookNames } from "@fc/contract/books/console";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import type { Download, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { operatorAt } from "./operators.ts";

/** The last one that is over: nothing moves in it any more. */
const month = daysAfter(`${indiaDayOf(new Date()).slice(0, 7)}-01`, -1).slice(0, 7);

async function savedBy(page: Page, button: string): Promise<Download> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return saved;
}

test("an accountant reads the books of a month, and saves one as a file and all of them as an archive", async ({
  page,
}) => {
  await operatorAt(page, `/console/books?month=${month}`, { role: "viewer" });
  for (const name of bookNames) {
    const { title } = bookDefinitions[name];
    await page.getByRole("tab", { name: title, exact: true }).click();
    await expect(page.getByRole("tabpanel").getByText(bookDefinitions[name].about)).toBeVisible();
  }
  await page.getByRole("tab", { name: bookDefinitions["trial-balance"].title, exact: true }).click();
  const table = page.getByRole("table", { name: bookDefinitions["trial-balance"].title });
  const total = table.getByRole("row", { name: /^In all/ });
  await expect(total).toBeVisible();

  const file = await savedBy(page, "Download CSV");
  expect(file.suggestedFilename()).toBe(`trial-balance-${month}.csv`);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  // The headings, the lines of the screen, and the total.
  await expect(table.getByRole("row")).toHaveCount(lines.length);
  const figures = (lines.at(-1) ?? "").split(",").filter((cell) => /^-?\d+\.\d+$/.test(cell));
  const shown = (await total.innerText()).replaceAll(/[,\s]/g, "").replaceAll("−", "-");
  expect(figures).not.toEqual([]);
  for (const figure of figures) expect(shown).toContain(figure);

  const archive = await savedBy(page, "The whole month (ZIP)");
  expect(archive.suggestedFilename()).toBe(`books-${month}.zip`);
  const names = (await readFile(await archive.path())).toString("latin1");
  for (const name of bookNames) expect(names).toContain(`${name}-${month}.csv`);
});
