import { keysOf } from "@fc/contract/sure";
import type { ActivityKind } from "@fc/contract/activity/kinds";
import { byRewardKind } from "@fc/contract/plan/reward-kinds";
import type { EntryKind } from "../../core/ledger/posting.ts";

/** What each kind of entry is to a member; null for one that moves nothing of a wallet or a stake. */
const activityKindOfEntry = {
  ...byRewardKind((kind) => kind),
  tax_withheld: "taxes",
  withdrawal_requested: "withdrawals",
  withdrawal_rejected: "withdrawals",
  withdrawal_accepted: null,
  internal_transfer: "transfers",
  transfer: "transfers",
  stake_from_transfer: "stakes",
  stake_returned: "stakes",
  stake_approved: "stakes",
  stake_ended: "stakes",
  opening: "adjustments",
  adjustment: "adjustments",
  reversal: "adjustments",
  pool_funded: null,
  tax_remitted: null,
  liabilities: null,
} as const satisfies Record<EntryKind, ActivityKind | null>;

export function activityKindOf(kind: EntryKind, isOfStake = false): ActivityKind {
  // A reversal mirrors any lines; every other entry that is read is of a kind that the table names.
  if (kind === "reversal" && isOfStake) return "stakes";
  return activityKindOfEntry[kind] ?? "adjustments";
}

export function entryKindsOf(kinds: readonly ActivityKind[]): EntryKind[] {
  const wanted = new Set<ActivityKind>(kinds);
  return keysOf(activityKindOfEntry).filter((kind) => wanted.has(activityKindOf(kind)));
}
