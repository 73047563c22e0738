import { asUsdCents } from "../units.ts";
import { sure } from "../sure.ts";
import { usdText } from "../amount-text.ts";
import type { Words } from "../languages.ts";
import { planFigures, type PlanRules } from "./rules.ts";

/** One changed rule, with what it said before and says now. */
export interface PlanChange {
  label: Words;
  /** Undefined where there was, or is, no such rule. */
  before: string | undefined;
  after: string | undefined;
}

export interface PlanLine {
  label: Words;
  figure: string;
}

/** A version, figure by figure, in the order in which a person reads it. */
export function planLines(rules: PlanRules): PlanLine[] {
  const figures = Object.values(planFigures).map(({ label, unit, of }) => ({
    label,
    figure: unit === "%" ? percentText(of(rules)) : usdText(asUsdCents(BigInt(of(rules)))),
  }));
  const offers = rules.offers.map(({ matchedUsdCents, rewardUsdCents }) => ({
    label: offerLabel(usdText(asUsdCents(BigInt(matchedUsdCents)))),
    figure: usdText(asUsdCents(BigInt(rewardUsdCents))),
  }));
  return [...figures, ...offers];
}

const offerLabel = (matched: string): Words => ({
  en: `Offer at ${matched} of matched business`,
  hi: `${matched} के मिलान हुए बिज़नेस पर ऑफ़र`,
});

/** What differs between two versions; empty where they say the same. */
export function planDifference(before: PlanRules, after: PlanRules): PlanChange[] {
  const was = byName(planLines(before));
  const is = byName(planLines(after));
  const changes: PlanChange[] = [];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(name), is.get(name)];
    if (old?.figure === now?.figure) continue;
    const { label } = sure(now ?? old);
    changes.push({ label, before: old?.figure, after: now?.figure });
  }
  return changes;
}

/** A change as one English line, for mails, logs and the console. */
export function planChangeText(change: PlanChange): string {
  const { label, from, to } = planChangeLine(change);
  return `${label}: ${from} → ${to}`;
}

/** The same in its parts, in English. */
export function planChangeLine({ label, before, after }: PlanChange) {
  return { label: label.en, from: before ?? "none", to: after ?? "none" };
}

/** 50 basis points are 0.5 %. */
export function percentText(basisPoints: number): string {
  const fraction = String(basisPoints % 100)
    .padStart(2, "0")
    .replace(/0+$/, "");
  return `${Math.floor(basisPoints / 100)}${fraction === "" ? "" : `.${fraction}`} %`;
}

function byName(lines: readonly PlanLine[]): Map<string, PlanLine> {
  return new Map(lines.map((each) => [each.label.en, each]));
}
