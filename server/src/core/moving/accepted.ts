import { exactOf, exactText } from "./exact-amount.ts";
import { findingKind } from "./finding-kinds.ts";
import type { FoundOfKind } from "./findings.ts";

/**
 * What accepts a warning: its name with its count and, where it has one, its sum. So what was accepted in a rehearsal
 * accepts nothing that came since.
 */
export function acceptanceOf({ kind, count, sum }: FoundOfKind): string | undefined {
  const { weight, sums } = findingKind(kind);
  if (weight === "wrong") return undefined;
  return `${kind}:${count}${sums === undefined ? "" : `:${exactText(sum)}`}`;
}

/** How many accept nothing, because there is no such warning with this count and sum. */
export function unusedAcceptances(found: readonly FoundOfKind[], accepted: readonly string[]): string[] {
  return accepted.filter((text) => !found.some((each) => accepts(text, each)));
}

export function isAccepted(found: FoundOfKind, accepted: readonly string[]): boolean {
  return accepted.some((text) => accepts(text, found));
}

function accepts(text: string, found: FoundOfKind): boolean {
  const [name, count, sum] = text.split(":");
  const { weight, sums } = findingKind(found.kind);
  if (weight === "wrong" || name !== found.kind || count !== String(found.count)) return false;
  return sums === undefined ? sum === undefined : exactOf(sum ?? "") === found.sum;
}
