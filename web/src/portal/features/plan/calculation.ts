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
import { usdCentsFromText } from "@fc/contract/money";
import { plainAmount } from "../../../lib/format/amounts.ts";

/** As typed, in dollars. */
export interface Assumed {
  stake: string;
  direct: string;
  left: string;
  right: string;
}

export interface Reckoned {
  /** What the stake costs, returns a day and returns in all; none without a price. */
  ros: { principalFc: bigint; dailyFc: bigint; totalFc: bigint } | undefined;
  days: number;
  directUsdCents: bigint;
  pair: PairStep;
  offers: readonly Offer[];
}

/** Undefined for more than can be reckoned with. An empty field is nothing. */
export function usdCentsTyped(typed: string): bigint | undefined {
  return typed === "" ? 0n : usdCentsFromText(plainAmount(typed));
}

/** What the plan would give, all covered, by the rules that the closing goes by. What is no amount counts as none. */
export function reckon(assumed: Assumed, rules: PlanRules, fcFor15Usd: bigint | undefined): Reckoned {
  const cents = (typed: string) => usdCentsTyped(typed) ?? 0n;
  const stakeUsdCents = cents(assumed.stake);
  const days = rosDays(rules.ros);
  const principalFc = fcFor15Usd === undefined ? undefined : rewardFc(stakeUsdCents, fcFor15Usd);
  const pair = pairStep(
    {
      leftUsdCents: cents(assumed.left),
      rightUsdCents: cents(assumed.right),
      consumedUsdCents: 0n,
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
    directUsdCents: directBonusUsdCents(cents(assumed.direct), rules),
    pair,
    offers: offersReached({ beforeUsdCents: 0n, afterUsdCents: pair.matchedUsdCents }, rules),
  };
}
