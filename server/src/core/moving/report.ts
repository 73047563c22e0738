import type { Readable } from "node:stream";
import { csvFile } from "../../platform/csv.ts";
import { acceptanceOf, isAccepted, unusedAcceptances } from "./accepted.ts";
import type { CheckedFolder } from "./check.ts";
import type { ComparedTotal } from "./check-totals.ts";
import { exactText } from "./exact-amount.ts";
import { findingKind } from "./finding-kinds.ts";
import type { Finding, FoundOfKind } from "./findings.ts";

interface Report {
  lines: string[];
  /** Nothing is wrong, every warning is accepted, and every total is the stated one. */
  isGood: boolean;
}

/** What the check found, in words for the person who prepares the files. The import goes on where it is good. */
export function reportOf(
  { files, found, totals }: CheckedFolder,
  { accepted, goesOn }: { accepted: readonly string[]; goesOn: boolean },
): Report {
  const open = found.filter((each) => !isAccepted(each, accepted));
  const different = totals.filter(({ ours, stated }) => stated !== undefined && stated !== ours);
  const unused = unusedAcceptances(found, accepted);
  const isGood = open.length === 0 && different.length === 0 && unused.length === 0;
  const lines = [
    ...files.map(({ file, lines: count }) => `${file}: ${linesText(count)}`),
    ...found.flatMap((each) => ["", ...kindLines(each, isAccepted(each, accepted))]),
    "",
    ...totalLines(totals),
    "",
    ...unused.map((text) => `--accept ${text} accepts nothing: no warning has this name, count and sum.`),
    `${verdict(open, different.length)}${isGood && goesOn ? "" : " Nothing was written."}`,
  ];
  return { lines, isGood };
}

function linesText(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}

function kindLines(found: FoundOfKind, accepted: boolean): string[] {
  const { weight, found: what, advice, sums } = findingKind(found.kind);
  const sum = sums === undefined ? "" : `, ${exactText(found.sum)} ${sums} in all`;
  const mark = accepted ? "accepted" : weight === "wrong" ? "WRONG" : "look";
  const acceptance = acceptanceOf(found);
  const left = found.count - found.shown.length;
  return [
    `${mark} ${found.kind}, ${found.count} ×${sum}: ${what}. ${advice}.`,
    ...found.shown.map((each) => `  ${placeOf(each)}`),
    ...(left > 0 ? [`  … and ${left} more`] : []),
    ...(acceptance === undefined || accepted ? [] : [`  To accept: --accept ${acceptance}`]),
  ];
}

/** members.csv, line 7, sponsor_id: FC123 */
export function placeOf({ file, line, column, value }: Finding): string {
  const place = [file, line === null ? "" : `line ${line}`, column].filter((part) => part !== "").join(", ");
  return value === "" ? place : `${place}: ${value}`;
}

function totalLines(totals: readonly ComparedTotal[]): string[] {
  const rows = totals.map(({ total, userId, ours, stated, cut }) => [
    userId === undefined ? total : `${total} of ${userId}`,
    exactText(ours),
    stated === undefined ? "not stated" : exactText(stated),
    stated === undefined ? "" : exactText(stated - ours),
    cut === 0n ? "" : exactText(cut),
  ]);
  return inColumns([["total", "in the files", "stated", "difference", "rounded away"], ...rows]);
}

/** The first column begins at its left edge, figures end at the right one of theirs. */
export function inColumns(table: readonly string[][]): string[] {
  const widths = table.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(cell.length, widest[at] ?? 0)),
    [],
  );
  return table.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

function verdict(open: readonly FoundOfKind[], differences: number): string {
  const wrong = open.filter(({ kind }) => findingKind(kind).weight === "wrong");
  const count = wrong.reduce((sum, each) => sum + each.count, 0);
  const said = [
    count === 0 ? "" : `${count} wrong`,
    open.length === wrong.length ? "" : `${open.length - wrong.length} kinds of warnings not accepted`,
    differences === 0 ? "" : `${differences} totals differ`,
  ].filter((part) => part !== "");
  return said.length === 0 ? "Everything fits." : `${said.join(", ")}.`;
}

const csvColumns = {
  kind: "kind",
  weight: "weight",
  file: "file",
  line: "line",
  column: "column",
  value: "value",
  found: "found",
  advice: "what to do",
} as const;

/** The same findings for a spreadsheet. */
export function reportFile(found: readonly FoundOfKind[]): Readable {
  const rows = found.flatMap(({ shown }) => shown);
  return csvFile(csvColumns, rows, ({ kind, file, line, column, value }) => {
    const { weight, found: what, advice } = findingKind(kind);
    return { kind, weight, file, line: line ?? "", column, value, found: what, advice };
  });
}
