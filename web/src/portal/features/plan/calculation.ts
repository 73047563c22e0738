import { type Fc, type UsdCents, noUsdCents } from "@fc/contract/units";
import {
  directBonusUsdCents,
  offersReached,
  pairStep,
  rewardFc,
  rosDays,
  rosOfDayFc,
  rosByDayFc,
  type Offer,
  type PairStep,
  type PlanRules,
} from "@fc/contract/plan/rules";
import { usdCentsTyped } from "@fc/contract/typed-amount";

/** As typed, in dollars. */
export interface Assumptions {
  stake: string;
  direct: string;
  left: string;
  right: string;
}

export interface ComputedRewards {
  /** What the stake costs, returns a day and returns in all; none without a price. */
  ros: { principalFc: Fc; dailyFc: Fc; totalFc: Fc } | undefined;
  days: number;
  directUsdCents: UsdCents;
  pair: PairStep;
  offers: readonly Offer[];
}

/** What the plan would pay with full coverage, by the closing's own rules. Text that is not an amount counts as zero. */
export function computeRewards(
  assumptions: Assumptions,
  rules: PlanRules,
  fcFor15Usd: bigint | undefined,
): ComputedRewards {
  const cents = (typed: string) => usdCentsTyped(typed) ?? noUsdCents;
  const stakeUsdCents = cents(assumptions.stake);
  const days = rosDays(rules.ros);
  const principalFc = fcFor15Usd === undefined ? undefined : rewardFc(stakeUsdCents, fcFor15Usd);
  const pair = pairStep(
    {
      leftUsdCents: cents(assumptions.left),
      rightUsdCents: cents(assumptions.right),
      consumedUsdCents: noUsdCents,
      ownStakeUsdCents: stakeUsdCents,
    },
    rules,
  );
  return {
    ros:
      principalFc === undefined
        ? undefined
        : {
            principalFc,
            dailyFc: rosOfDayFc(principalFc, rules.ros, 1),
            totalFc: rosByDayFc(principalFc, rules.ros, days),
          },
    days,
    directUsdCents: directBonusUsdCents(cents(assumptions.direct), rules),
    pair,
    offers: offersReached({ beforeUsdCents: noUsdCents, afterUsdCents: pair.matchedUsdCents }, rules),
  };
}
