import { mostDaysApart, type BankDifference } from "@fc/contract/bank-statements/console-matches";
import { keysOf } from "@fc/contract/sure";

/** What is known of a credit and a request that it may pay for. */
export interface MatchFacts {
  words: string;
  payer: string;
  /** Of the member who sent the request. */
  name: string;
  hasUtr: boolean;
  linePaise: bigint;
  /** What the request costs at its rate; null without a price. */
  requestPaise: bigint | null;
  daysApart: number;
  isNamedTwice: boolean;
  hasSamePicture: boolean;
  isPaidTwice: boolean;
  isReversed: boolean;
}

const differs: Record<BankDifference, (facts: MatchFacts) => boolean> = {
  utr: ({ hasUtr }) => !hasUtr,
  amount: ({ linePaise, requestPaise }) => linePaise !== requestPaise,
  day: ({ daysApart }) => Math.abs(daysApart) > mostDaysApart,
  payer: (facts) => !isPaidBy(facts),
  "named-twice": ({ isNamedTwice }) => isNamedTwice,
  "same-picture": ({ hasSamePicture }) => hasSamePicture,
  "paid-twice": ({ isPaidTwice }) => isPaidTwice,
  reversed: ({ isReversed }) => isReversed,
};

export function differencesOf(facts: MatchFacts): BankDifference[] {
  return keysOf(differs).filter((each) => differs[each](facts));
}

const titles = new Set(["MR", "MRS", "MS", "SHRI", "SMT", "KUM", "DR"]);

/** The words of a name in any order, because banks turn names around. */
function nameIn(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F]/g, "")
    .toUpperCase();
  const words = plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "" && !titles.has(word));
  return words.toSorted().join(" ");
}

/** Where a bank has no column for the payer, the name stands alone between the separators of the text. */
function isPaidBy({ payer, words, name }: MatchFacts): boolean {
  const wanted = nameIn(name);
  if (wanted === "") return false;
  const parts = payer === "" ? words.split(/[-/|*:;,]+/) : [payer];
  return parts.some((part) => nameIn(part) === wanted);
}
