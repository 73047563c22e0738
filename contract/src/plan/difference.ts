import { usdText } from "../amount-text.ts";
import type { PlanRules } from "./rules.ts";

/** One changed rule: a text to translate, what is filled into it, and what it said before and says now. */
export interface PlanChange {
  text: PlanRuleText;
  values: Readonly<Record<string, string>>;
  /** Undefined where there was, or is, no such rule. */
  before: string | undefined;
  after: string | undefined;
}

/** Every figure of the plan, in the order in which a person reads it. */
export const planRuleTexts = {
  rosDaily: "Return on staking, each day",
  rosLimit: "Return on staking, in all",
  directBonus: "Direct bonus, of each stake",
  pairMatching: "Pair matching, of the weaker leg",
  capOwnStake: "Daily cap of pair matching, of the own stake",
  cap: "Daily cap of pair matching, at most",
  offer: "Offer at {matched} of matched business",
} as const;
export type PlanRuleText = (typeof planRuleTexts)[keyof typeof planRuleTexts];

export interface PlanLine {
  text: PlanRuleText;
  values: Readonly<Record<string, string>>;
  figure: string;
}

/** A version, figure by figure. */
export function planLines(rules: PlanRules): PlanLine[] {
  const { ros, directBonus, pairMatching, offers } = rules;
  return [
    line("rosDaily", percentText(ros.dailyBasisPoints)),
    line("rosLimit", percentText(ros.limitBasisPoints)),
    line("directBonus", percentText(directBonus.basisPoints)),
    line("pairMatching", percentText(pairMatching.basisPoints)),
    line("capOwnStake", percentText(pairMatching.capOwnStakeBasisPoints)),
    line("cap", usdText(BigInt(pairMatching.capUsdCents))),
    ...offers.map(({ matchedUsdCents, rewardUsdCents }) =>
      line("offer", usdText(BigInt(rewardUsdCents)), { matched: usdText(BigInt(matchedUsdCents)) }),
    ),
  ];
}

/** What differs between two versions: nothing where they say the same. */
export function planDifference(before: PlanRules, after: PlanRules): PlanChange[] {
  const was = byName(planLines(before));
  const is = byName(planLines(after));
  const changes: PlanChange[] = [];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(name), is.get(name)];
    if (old?.figure === now?.figure) continue;
    const { text, values } = (now ?? old)!;
    changes.push({ text, values, before: old?.figure, after: now?.figure });
  }
  return changes;
}

/** A change as one English line, for mails, logs and the console. */
export function planChangeText({ text, values, before, after }: PlanChange): string {
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  return `${filled}: ${before ?? "none"} → ${after ?? "none"}`;
}

/** 50 basis points are 0.5 %. */
export function percentText(basisPoints: number): string {
  const fraction = String(basisPoints % 100)
    .padStart(2, "0")
    .replace(/0+$/, "");
  return `${Math.floor(basisPoints / 100)}${fraction === "" ? "" : `.${fraction}`} %`;
}

function line(
  name: keyof typeof planRuleTexts,
  figure: string,
  values: Readonly<Record<string, string>> = {},
): PlanLine {
  return { text: planRuleTexts[name], values, figure };
}

function byName(lines: readonly PlanLine[]): Map<string, PlanLine> {
  return new Map(lines.map((each) => [each.text + JSON.stringify(each.values), each]));
}
