import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const styles = globSync("**/*.css", { cwd: root }).map((name) => ({
  name,
  text: readFileSync(path.join(root, name), "utf8"),
}));

test("what moves takes 150 to 250 ms, and the tree as long as the specification says", () => {
  const wrong = styles.flatMap(({ name, text }) =>
    [...text.matchAll(/\b(\d+(?:\.\d+)?)(ms|s)\b/g)]
      .map(([, figure, unit]) => Number(figure) * (unit === "s" ? 1000 : 1))
      .filter((ms) => (name.endsWith("tree/tree.css") ? ms !== 500 : ms < 150 || ms > 250))
      .map((ms) => `${name}: ${ms} ms`),
  );
  expect(styles.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test("nothing moves for those who asked for less motion", () => {
  const base = styles.find(({ name }) => name.endsWith("styles/base.css"))?.text ?? "";
  expect(base).toMatch(
    /prefers-reduced-motion: reduce\) \{\s+\*,\s+::before,\s+::after \{\s+animation: none !important;\s+transition: none !important/,
  );
});
