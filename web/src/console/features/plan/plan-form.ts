import { planRules, type PlanRules } from "@fc/contract/plan/rules";

/** The plan as it is typed: percent and dollars, as people write them. */
export interface PlanFields {
  rosDaily: string;
  rosLimit: string;
  directBonus: string;
  pairMatching: string;
  capOwnStake: string;
  cap: string;
  offers: readonly { id: number; matched: string; reward: string }[];
}

const hundredths = (units: number) => String(units / 100);

export function fieldsOf({ ros, directBonus, pairMatching, offers }: PlanRules): PlanFields {
  return {
    rosDaily: hundredths(ros.dailyBasisPoints),
    rosLimit: hundredths(ros.limitBasisPoints),
    directBonus: hundredths(directBonus.basisPoints),
    pairMatching: hundredths(pairMatching.basisPoints),
    capOwnStake: hundredths(pairMatching.capOwnStakeBasisPoints),
    cap: hundredths(pairMatching.capUsdCents),
    offers: offers.map(({ matchedUsdCents, rewardUsdCents }, id) => ({
      id,
      matched: hundredths(matchedUsdCents),
      reward: hundredths(rewardUsdCents),
    })),
  };
}

/** Hundredths of what was typed; what is no number with at most two decimals is none. */
function unitsOf(typed: string): number {
  const plain = typed.replaceAll(/[,\s]/g, "");
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(plain)) return NaN;
  const [whole = "0", fraction = ""] = plain.split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

/** By the path of the rule: `ros.dailyBasisPoints`, `offers.0.matchedUsdCents`. */
export type PlanProblems = Readonly<Record<string, string>>;

/** What was typed as rules of the plan, by the very schema that the server checks by; or what is wrong with it. */
export function rulesOf(
  fields: PlanFields,
): { rules: PlanRules; problems?: undefined } | { rules?: undefined; problems: PlanProblems } {
  const checked = planRules.safeParse({
    ros: { dailyBasisPoints: unitsOf(fields.rosDaily), limitBasisPoints: unitsOf(fields.rosLimit) },
    directBonus: { basisPoints: unitsOf(fields.directBonus) },
    pairMatching: {
      basisPoints: unitsOf(fields.pairMatching),
      capOwnStakeBasisPoints: unitsOf(fields.capOwnStake),
      capUsdCents: unitsOf(fields.cap),
    },
    offers: fields.offers.map(({ matched, reward }) => ({
      matchedUsdCents: unitsOf(matched),
      rewardUsdCents: unitsOf(reward),
    })),
  });
  if (checked.success) return { rules: checked.data };
  const problems: Record<string, string> = {};
  for (const { path, message } of checked.error.issues) problems[path.join(".")] ??= message;
  return { problems };
}
