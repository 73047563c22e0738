import { keysOf } from "@fc/contract/sure";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { texts } from "./texts.ts";
import { blocksOf, partsOf } from "./blocks.ts";
import { handbookOf, handbookPages } from "./pages.ts";
import { pictures, pictureSize } from "./pictures.ts";

const linesOf = (text: string) =>
  blocksOf(text).flatMap((block) => {
    if ("text" in block) return [block.text];
    return block.kind === "table" ? [...block.head, ...block.rows.flat()] : block.items;
  });

test("each page has the title by which screens name it, is in the list, and links only to pages that there are", () => {
  const listed = linesOf(texts.contents).flatMap((line) => partsOf(line).map(({ page }) => page));
  expect(listed.filter((page) => page !== undefined).toSorted()).toEqual(keysOf(handbookPages).toSorted());
  for (const name of keysOf(handbookPages)) {
    expect(blocksOf(texts[name])[0]).toEqual({ kind: "title", text: handbookPages[name].title });
    const linked = linesOf(texts[name]).flatMap((line) => partsOf(line).flatMap(({ page }) => page ?? []));
    expect(linked.filter((page) => !(page in handbookPages))).toEqual([]);
  }
});

test("no sign of how the pages are written is left in what is read", () => {
  for (const name of keysOf(texts)) {
    const read = linesOf(texts[name]).flatMap((line) => partsOf(line).map(({ text }) => text));
    expect(read.filter((text) => /\*\*|\]\(|^#|^\||^- |^\d+\. |\.(md|ts|tsx)\b/.test(text))).toEqual([]);
  }
});

test("each page has a picture, a small file of the shape that is kept free for it, and no picture is left over", () => {
  const folder = path.join(import.meta.dirname, "../../../../../docs/screenshots");
  const shown = keysOf(handbookPages).flatMap((name) => {
    const files = blocksOf(texts[name]).flatMap((block) => (block.kind === "picture" ? block.file : []));
    expect(files.length, name).toBeGreaterThan(0);
    return files;
  });
  expect(shown.toSorted()).toEqual(Object.keys(pictures).toSorted());
  expect(shown.toSorted()).toEqual(
    readdirSync(folder)
      .filter((file) => file.startsWith("handbook-"))
      .toSorted(),
  );
  for (const file of shown) {
    const bytes = readFileSync(path.join(folder, file));
    // Where a PNG has its width and its height.
    expect(bytes.readUInt32BE(16) / bytes.readUInt32BE(20), file).toBe(
      pictureSize.width / pictureSize.height,
    );
    expect(bytes.length, file).toBeLessThan(120_000);
  }
});

test("each row of a table has as many cells as its head", () => {
  for (const name of keysOf(texts)) {
    for (const block of blocksOf(texts[name])) {
      if (block.kind !== "table") continue;
      expect(block.rows.filter((row) => row.length !== block.head.length)).toEqual([]);
    }
  }
});

test("a screen leads to its page, and one without a page to the list of all", () => {
  expect(handbookOf("/withdrawals")).toEqual({ to: "/handbook/withdrawal", title: "A withdrawal arrives" });
  expect(handbookOf("/jobs")).toEqual({ to: "/handbook", title: "" });
});
