import type { Fc, UsdCents } from "@fc/contract/units";
import { fcText, usdText } from "@fc/contract/amount-text";
import { percentText } from "@fc/contract/plan/difference";
import type { RewardKind } from "@fc/contract/plan/reward-kinds";
import type { PlanRules } from "@fc/contract/plan/rules";

/** A reward that another system would pay in another amount, with what ours follows from. */
export interface DifferenceFacts {
  ref_id: string | null;
  kind: RewardKind;
  expected_fc: Fc;
  ours_fc: Fc;
  is_member: boolean;
  /** The running stakes with their terms; null where none runs. */
  stakes: string | null;
  /** Of those that qualify; null where none does. */
  own_stake_usd_cents: UsdCents | null;
  /** Whether an active member that this one sponsored stands in the leg. */
  has_left: boolean;
  has_right: boolean;
  /** Direct bonuses that the day decides, and how many of them lapse. */
  bonuses: number;
  lapsed: number;
  /** Of the day's matching; null where there is none. */
  left_usd_cents: UsdCents | null;
  right_usd_cents: UsdCents | null;
  consumed_usd_cents: UsdCents | null;
  matched_usd_cents: UsdCents | null;
  flushed_usd_cents: UsdCents | null;
  cap_usd_cents: UsdCents | null;
  matched_before_usd_cents: UsdCents | null;
}

const usd = (cents: bigint | null) => usdText(cents ?? 0n);

/** Each is a sentence without its stop, as "Pays nothing: no stake runs". */
const reasons: Readonly<Record<RewardKind, (facts: DifferenceFacts, rules: PlanRules) => string>> = {
  ros: ({ stakes }) => (stakes === null ? "No stake runs here" : `Each stake by its own terms: ${stakes}`),
  direct_bonus: ({ bonuses, lapsed }, { directBonus }) => {
    if (bonuses === 0)
      return "No stake that was approved here pays one; those from before the move have paid theirs";
    const lapse = lapsed === 0 ? "" : `, ${lapsed} lapse because the sponsor or the stake is not active`;
    return `${percentText(directBonus.basisPoints)} of ${bonuses === 1 ? "one stake" : `${bonuses} stakes`}${lapse}`;
  },
  pair_matching: (facts, { pairMatching }) =>
    unqualified(facts) ??
    `${percentText(pairMatching.basisPoints)} of ${usd(facts.matched_usd_cents)}: left ${usd(facts.left_usd_cents)} and ` +
      `right ${usd(facts.right_usd_cents)}, of which ${usd(facts.consumed_usd_cents)} were taken here; the cap of the ` +
      `day is ${usd(facts.cap_usd_cents)}, and ${usd(facts.flushed_usd_cents)} are lost to it`,
  offer_reward: (facts, { offers }) => {
    const before = facts.matched_before_usd_cents ?? 0n;
    const after = before + (facts.matched_usd_cents ?? 0n);
    const steps = offers.map(({ matchedUsdCents }) => usdText(BigInt(matchedUsdCents))).join(", ");
    return (
      unqualified(facts) ??
      `Matched business goes from ${usdText(before)} to ${usdText(after)}; ${steps === "" ? "the plan has no offers" : `offers are at ${steps}`}`
    );
  },
};

/** Why nothing is matched; undefined where something may be. */
function unqualified(facts: DifferenceFacts): string | undefined {
  const { own_stake_usd_cents: own, has_left, has_right, matched_usd_cents: matched } = facts;
  const missing = [
    ...(own === null ? ["no running stake of the member's own"] : []),
    ...(has_left ? [] : ["no active member that this one sponsored in the left leg"]),
    ...(has_right ? [] : ["no active member that this one sponsored in the right leg"]),
  ];
  if (missing.length > 0) return `Not qualified: ${missing.join(", ")}`;
  return matched === null ? "Nothing new in the leg that was used up" : undefined;
}

/** Why our plan would pay what it would pay. */
export function reasonOf(facts: DifferenceFacts, rules: PlanRules): string {
  if (!facts.is_member) return "No member here has this user id";
  const difference = facts.ours_fc - facts.expected_fc;
  const small = difference < 0n ? -difference : difference;
  const rounding = small <= roundingFc ? `Less than ${fcText(roundingFc + 1n)} apart, as by rounding. ` : "";
  return `${rounding}${reasons[facts.kind](facts, rules)}`;
}

/** In units: systems with fewer decimals round a hundredth of a coin. */
const roundingFc = 99n;
