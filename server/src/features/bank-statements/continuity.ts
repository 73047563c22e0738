import { sure } from "@fc/contract/sure";
import type { StatementLine } from "./read-file.ts";
import { refused } from "./refused.ts";

/** A statement cannot be made up: each balance is the one before and the amount, from line to line and file to file. */

export const openingOf = ({ balancePaise, amountPaise }: StatementLine) => balancePaise - amountPaise;

/** The lines from the oldest to the newest, whichever way the bank writes them. */
export function inOrder(lines: readonly StatementLine[]): StatementLine[] {
  const [oldestFirst, newestFirst] = [[...lines], lines.toReversed()];
  const breaks = [breakIn(oldestFirst), breakIn(newestFirst)];
  if (breaks[0] === undefined) return oldestFirst;
  if (breaks[1] === undefined) return newestFirst;
  const [order, at] = breaks[0] >= breaks[1] ? [oldestFirst, breaks[0]] : [newestFirst, breaks[1]];
  const [before, line] = [sure(order[at - 1]), sure(order[at])];
  const due = rupees(before.balancePaise + line.amountPaise);
  throw refused(
    `Row ${line.fileLine}: the balance must be ${due} after this line, but the file says ${rupees(line.balancePaise)}. A line is missing or was changed`,
  );
}

/** Where the balances do not follow, or the days go back; undefined where they do. */
function breakIn(lines: readonly StatementLine[]): number | undefined {
  const at = lines.findIndex((line, place) => {
    const before = lines[place - 1];
    return before !== undefined && (openingOf(line) !== before.balancePaise || line.day < before.day);
  });
  return at === -1 ? undefined : at;
}

export function rupees(paise: bigint): string {
  const size = paise < 0n ? -paise : paise;
  const fraction = String(size % 100n).padStart(2, "0");
  return `${paise < 0n ? "−" : ""}₹${(size / 100n).toLocaleString("en-IN")}.${fraction}`;
}

export type KnownLine = Pick<
  StatementLine,
  "day" | "words" | "reference" | "payer" | "amountPaise" | "balancePaise"
>;

const hasSameFigures = (a: KnownLine, b: KnownLine) =>
  a.day === b.day && a.amountPaise === b.amountPaise && a.balancePaise === b.balancePaise;
const hasSameWords = (a: KnownLine, b: KnownLine) =>
  a.words === b.words && a.reference === b.reference && a.payer === b.payer;

/**
 * How many of the file's first lines are known already: `known` are the lines of the account from a place on where the
 * file may begin. Undefined if the file does not begin there.
 */
export function overlapWith(
  known: readonly KnownLine[],
  lines: readonly StatementLine[],
): number | undefined {
  const both = known.slice(0, lines.length);
  if (!both.every((line, at) => hasSameFigures(line, sure(lines[at])))) return undefined;
  const changed = both.findIndex((line, at) => !hasSameWords(line, sure(lines[at])));
  if (changed === -1) return both.length;
  throw refused(
    `Row ${sure(lines[changed]).fileLine}: this line was imported before with other words: “${sure(both[changed]).words}”. Compare both files with the bank`,
  );
}
