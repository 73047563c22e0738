import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const folders = ["contract/src", "server/src", "server/documents", "web/src"];

/** A letter with a dot below it has two spellings in Unicode; this makes them one. */
const plain = (text: string) => text.normalize("NFC");

/** The rows of docs/hindi.md below "Not used". */
function unusedWords(): { not: string; but: string }[] {
  const [, table = ""] = readFileSync(path.join(root, "docs/hindi.md"), "utf8").split("## Not used");
  return [...table.matchAll(/^\| (.*[\u0900-\u097f].*) \| (.*) \|$/gm)].map(([, not = "", but = ""]) => ({
    not: plain(not),
    but,
  }));
}

/** Every file with texts for members. Tests quote what people type, which may be anything. */
function textFiles(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:tsx?|po|md|html)$/.test(name) && !/\.test\.tsx?$/.test(name))
      // This one quotes the wrong sentences, to find them in texts that were released.
      .filter((name) => !name.endsWith("documents/misread.ts"))
      .map((name) => path.join(folder, name)),
  );
}

test("no Hindi text uses a word for which docs/hindi.md has another one", () => {
  const unused = unusedWords();
  expect(unused.length).toBeGreaterThan(10);
  const found = textFiles().flatMap((file) => {
    const text = plain(readFileSync(path.join(root, file), "utf8"));
    return unused
      .filter(({ not }) => new RegExp(`(?<![\\u0900-\\u097f])${not}(?![\\u0900-\\u097f])`).test(text))
      .map(({ not, but }) => `${file}: ${not}, write ${but}`);
  });
  expect(found).toEqual([]);
});
