import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import { expect, test, type Page } from "@playwright/test";
import { onBothSizes } from "./fixtures.ts";

/** Half as long as the file that an import of axe would bring; each page reads it once more. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const wcag22aa = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The dark look changes colours and nothing else, so only the rules about colours can fail there alone. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** No violation of WCAG 2.2 AA, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours that are still fading in would be measured halfway.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  // Where a page happens to be scrolled to, its top bar may cover a part of a field. Axe would call that a small target.
  const scrolledTo = await page.evaluate(() => {
    const before = scrollY;
    scrollTo({ top: 0, behavior: "instant" });
    return before;
  });
  const inLight = await violationsOn(page, wcag22aa);
  const inDark = isCheckedOnPhone() ? [] : await violationsInDark(page);
  await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), scrolledTo);
  expect({ inLight, inDark }).toEqual({ inLight: [], inDark: [] });
}

/** A screen has the same dark colours on both sizes: a test that runs on both looks at them on the phone. */
function isCheckedOnPhone(): boolean {
  const { tags, project } = test.info();
  return tags.includes(onBothSizes.tag) && project.name === "desktop";
}

async function violationsInDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  return violationsOn(page, colourRules);
}

/** Axe stays in the page until the next load, so it is sent again only when it is missing. */
async function violationsOn(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    await page.evaluate(axeSource);
    await page.evaluate(rememberColours);
  }
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

interface AxeColour {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(this: AxeColour, text: string): AxeColour;
}

/** Runs in the page. A page has few colours. Axe would read them again for every text, which takes about a third of a check. */
function rememberColours(): void {
  const { axe } = globalThis as unknown as {
    axe: { commons: { color: { Color: { prototype: AxeColour } } } };
  };
  const colour = axe.commons.color.Color.prototype;
  const read = colour.parseString;
  const known = new Map<string, Pick<AxeColour, "r" | "g" | "b" | "alpha">>();
  colour.parseString = function parseString(text) {
    const same = known.get(text);
    if (same) return Object.assign(this, same);
    const { r, g, b, alpha } = read.call(this, text);
    known.set(text, { r, g, b, alpha });
    return this;
  };
}
