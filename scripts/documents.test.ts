import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), "utf8");

test("docs/commands.md lists every command of npm and no other", async () => {
  const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
  const document = await read("docs/commands.md");
  const listed = [...document.matchAll(/^\| `npm (?:run (?:--silent )?)?([a-z:-]+)/gm)];
  expect(new Set(listed.map(([, name]) => name))).toEqual(new Set(Object.keys(scripts)));
});

test("docs/words.md defines no word twice", async () => {
  const words = [...(await read("docs/words.md")).matchAll(/^\| ([^|]+) \|/gm)].map(([, word = ""]) => word);
  expect(words.length).toBeGreaterThan(100);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

test("each decision has its date, its status and a line in the list", async () => {
  const files = (await readdir(new URL("../docs/decisions", import.meta.url))).filter((name) =>
    /^\d/.test(name),
  );
  const list = await read("docs/decisions/README.md");
  expect(files.length).toBeGreaterThan(50);
  const status = /^# \d{4} .+\n\nAccepted 20\d\d-\d\d-\d\d\.( (Amended|Replaced) by .+)?\n/;
  const texts = await Promise.all(files.map((file) => read(`docs/decisions/${file}`)));
  expect(files.filter((_, at) => !status.test(texts[at] ?? ""))).toEqual([]);
  expect(files.filter((file) => !list.includes(`](${file}) |`))).toEqual([]);
});

test("what to do before an update to the newest release stands first in the changelog, and nowhere else", async () => {
  const newest = (await read("CHANGELOG.md")).split(/^## \[/m)[1] ?? "";
  const [head, before, ...others] = newest.split(/^### /m);
  expect(head?.trim()).toMatch(/^\S+\]( - 20\d\d-\d\d-\d\d)?$/);
  expect(before).toMatch(/^Before the update\n/);
  expect(others.join("")).not.toMatch(/\*\*before the update/i);
});
