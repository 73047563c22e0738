// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { partsPage } from "./parts-page.tsx";

const web = path.resolve(import.meta.dirname, "../..");

/** What a file names, in this folder or another one, at once or when it is needed. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+\.tsx?)"/g)].map(([, found = ""]) =>
    path.resolve(path.dirname(file), found),
  );
}

function reachedFrom(files: readonly string[]): Set<string> {
  const reached = new Set(files);
  // What is added while the set is read is read as well.
  for (const file of reached) for (const found of importsOf(file)) reached.add(found);
  return reached;
}

test("every part of ui is on the page of parts", () => {
  const page = globSync("testing/parts/*.tsx", { cwd: web }).filter((name) => !name.endsWith(".test.tsx"));
  const reached = reachedFrom(page.map((name) => path.join(web, name)));
  const parts = globSync("ui/**/*.tsx", { cwd: web }).filter((name) => !name.endsWith(".test.tsx"));
  expect(parts.length).toBeGreaterThan(90);
  expect(parts.filter((name) => !reached.has(path.join(web, name)))).toEqual([]);
});

test("the page draws each part in its states, without an error", async () => {
  const errors = vi.spyOn(console, "error");
  render(await partsPage());
  // Roles of a page as long as this one are slow to find.
  const titles = [...document.querySelectorAll("h1, h2")].map(({ textContent }) => textContent);
  expect(titles).toEqual(expect.arrayContaining(["Parts", "Type", "Amounts", "Lists", "Codes", "Queues"]));
  expect(document.querySelectorAll("[data-state]").length).toBeGreaterThan(80);
  expect(errors.mock.calls).toEqual([]);
});
