import axe, { type AxeResults, type RunOptions } from "axe-core";
import { expect, type Page } from "@playwright/test";

const wcag22aa = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The dark look changes colours and nothing else, so only the rules about colours can fail there alone. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** No violation of WCAG 2.2 AA, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours that are still fading in would be measured halfway.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const inLight = await violationsOn(page, wcag22aa);
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await violationsOn(page, colourRules);
  expect({ inLight, inDark }).toEqual({ inLight: [], inDark: [] });
}

/** Axe stays in the page until the next load, so it is sent again only when it is missing. */
async function violationsOn(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  // The only frame is the browser's own viewer of PDF files, which is not ours to check.
  // None of these rules reads style sheets or sounds, so axe need not fetch them.
  const options = {
    runOnly,
    resultTypes: ["violations"],
    iframes: false,
    preload: false,
  } satisfies RunOptions;
  return page.evaluate(async (given) => {
    const { run } = (globalThis as unknown as { axe: { run(on: Document, o: object): Promise<AxeResults> } })
      .axe;
    const { violations } = await run(document, given);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, options);
}
