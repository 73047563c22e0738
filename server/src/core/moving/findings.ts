import type { Exact } from "./exact-amount.ts";
import { findingKindNames, type FindingKindName } from "./finding-kinds.ts";

/** Something that the check found, and where. */
export interface Finding {
  kind: FindingKindName;
  file: string;
  /** Null where the whole file is meant. */
  line: number | null;
  column: string;
  /** Shortened, and masked where it is secret. */
  value: string;
}

export interface FoundOfKind {
  kind: FindingKindName;
  count: number;
  sum: Exact;
  /** The first of them. */
  shown: Finding[];
}

export const mostShown = 100;
const longestValue = 60;

/** Counts everything that was found and keeps the first hundred of each kind, so that the memory is bounded. */
export class Findings {
  private readonly found = new Map<FindingKindName, FoundOfKind>();

  add(finding: Finding, sum: Exact = 0n): void {
    const { kind } = finding;
    const before = this.found.get(kind) ?? { kind, count: 0, sum: 0n, shown: [] };
    before.count++;
    before.sum += sum;
    if (before.shown.length < mostShown) {
      before.shown.push({ ...finding, value: shownValue(finding.value) });
    }
    this.found.set(kind, before);
  }

  /** Something that concerns a whole file. */
  addFor(file: string, kind: FindingKindName, value = ""): void {
    this.add({ kind, file, line: null, column: "", value });
  }

  /** In the order of the table of kinds. */
  all(): FoundOfKind[] {
    return findingKindNames.flatMap((kind) => this.found.get(kind) ?? []);
  }
}

/** Control characters could write to the terminal of who reads the report. */
function shownValue(value: string): string {
  const harmless = value.replace(/[\p{Cc}\p{Cf}]/gu, "?");
  return harmless.length > longestValue ? `${harmless.slice(0, longestValue)}…` : harmless;
}

/** Nothing of a hash, PAN or account number is repeated, for reports are mailed and kept. */
export function maskedValue(value: string): string {
  return `•••• (${value.length} characters)`;
}
