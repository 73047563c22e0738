import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sizes } from "../../testing/parts/look.tsx";

const root = path.resolve(import.meta.dirname, "../..");
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(?:css|tsx?|html)$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(path.join(root, name), "utf8") }));

/** What the pattern finds in any file, less what is known. */
function others(pattern: RegExp, isKnown: (found: string) => boolean): string[] {
  return sources.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)]
      .map(([, found = ""]) => found)
      .filter((found) => !isKnown(found))
      .map((found) => `${name}: ${found}`),
  );
}

test("there are three weights, and 600 is the heaviest", () => {
  expect(sources.length).toBeGreaterThan(300);
  const weights = /(?:font-weight:|fontWeight:|fw=)([^;,>\n]{1,60})/g;
  // A choice between weights names each of them; the font file has all between two.
  const isKnown = (found: string) =>
    found.trim() === "400 750" ||
    [...found.matchAll(/\d{3}|bold|medium/g)].every(([weight]) => ["400", "500", "600"].includes(weight));
  expect(others(weights, isKnown)).toEqual([]);
});

test("all text is in one face, and what is copied letter by letter in one of equal width", () => {
  const known = ["var(--fc-font)", "Geist", "inherit", "var(--mantine-font-family-monospace)"];
  const isKnown = (found: string) =>
    [...known, "ui-monospace, monospace", "monospace"].includes(found.trim());
  expect(others(/font-family:([^;]{1,80});/g, isKnown)).toEqual([]);
  expect(others(/\bff="([^"]{1,40})"/g, isKnown)).toEqual([]);
});

test("there is one scale of sizes", () => {
  const scale = new Set<number>(sizes.map(([size]) => Number.parseFloat(size) * 16));
  const isKnown = (found: string) =>
    scale.has(Number.parseFloat(found) * (found.endsWith("rem") ? 16 : 1)) || found === "0";
  const written = /(?:font-size:|fontSize:|fz=)[\s"'{]*(\d[\d.]*(?:rem|px)?)(?![\w.%])/g;
  // The chart of the tree is a drawing that is zoomed; on a low screen the avatar is as small as its bar.
  const drawn = [/^portal\/features\/tree\/tree\.css/, /^portal\/shell\/shell\.css: 0\.5rem$/];
  expect(others(written, isKnown).filter((found) => !drawn.some((each) => each.test(found)))).toEqual([]);
});
