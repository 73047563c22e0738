import { keysOf, recordOf, recordBy } from "../sure.ts";
import type { Wallet } from "../wallet/kinds.ts";
import type { PlanRules } from "./rules.ts";

/** What differs between the kinds of rewards. The plan's rules have how the amount of each is computed. */
interface RewardKindFacts {
  /** The wallet that it is credited to. */
  readonly wallet: Wallet;
  /** The first token of its messages in the ledger. */
  readonly token: string;
  /** What reports and statements show for that token. */
  readonly reportText: string;
  /** One reward of this kind. */
  readonly title: string;
  /** All rewards of this kind together. */
  readonly totalTitle: string;
  /** The section of the plan that decides it, which is also its name where the wire has a sum for each kind. */
  readonly planSection: keyof PlanRules;
  /** Whether it follows the plan that a stake was bought under, or the plan in force on the day. */
  readonly termsOf: "stake" | "day";
}

/** Every kind of reward, in the order in which people read them. */
export const rewardKinds = {
  ros: {
    wallet: "staking",
    token: "ROI",
    reportText: "ROS",
    title: "Return on staking",
    totalTitle: "Return on staking",
    planSection: "ros",
    termsOf: "stake",
  },
  direct_bonus: {
    wallet: "earning",
    token: "DIRECT",
    reportText: "Direct bonus",
    title: "Direct bonus",
    totalTitle: "Direct bonus",
    planSection: "directBonus",
    termsOf: "day",
  },
  pair_matching: {
    wallet: "earning",
    token: "PAIR",
    reportText: "Pair matching",
    title: "Pair matching",
    totalTitle: "Pair matching",
    planSection: "pairMatching",
    termsOf: "day",
  },
  offer_reward: {
    wallet: "offer",
    token: "OFFER",
    reportText: "Offer reward",
    title: "Offer reward",
    totalTitle: "Offers",
    planSection: "offers",
    termsOf: "day",
  },
} as const satisfies Record<string, RewardKindFacts>;

export type RewardKind = keyof typeof rewardKinds;
export type RewardSection = (typeof rewardKinds)[RewardKind]["planSection"];

export const rewardKindNames = keysOf(rewardKinds);
export const rewardSections = rewardKindNames.map((kind) => rewardKinds[kind].planSection);

export function isRewardKind(kind: string): kind is RewardKind {
  return Object.hasOwn(rewardKinds, kind);
}

/** A value for each kind. */
export function byRewardKind<T>(valueOf: (kind: RewardKind) => T): Record<RewardKind, T> {
  return recordOf(rewardKindNames, valueOf);
}

/** A value for each kind, under its name on the wire. */
export function byRewardSection<T>(valueOf: (kind: RewardKind) => T): Record<RewardSection, T> {
  return recordBy(rewardKindNames, (kind) => rewardKinds[kind].planSection, valueOf);
}
