import { rewardKindNames, rewardKinds } from "../plan/reward-kinds.ts";
import type { PlanRules } from "../plan/rules.ts";

/**
 * The first version of the plan, as the migration that made it has it.
 * @internal No part of the product uses it, only tests.
 */
export const defaultPlan: PlanRules = {
  ros: { dailyBasisPoints: 50, limitBasisPoints: 20_000 },
  directBonus: { basisPoints: 500 },
  pairMatching: { basisPoints: 1000, capOwnStakeBasisPoints: 10_000, capUsdCents: 100_000 },
  offers: [
    { matchedUsdCents: 150_000, rewardUsdCents: 3000 },
    { matchedUsdCents: 750_000, rewardUsdCents: 15_000 },
    { matchedUsdCents: 3_000_000, rewardUsdCents: 75_000 },
    { matchedUsdCents: 15_000_000, rewardUsdCents: 450_000 },
  ],
};

/**
 * The kinds that it pays: one that came later has no section in it.
 * @internal
 */
export const defaultKinds = rewardKindNames.filter((kind) => rewardKinds[kind].planSection in defaultPlan);
