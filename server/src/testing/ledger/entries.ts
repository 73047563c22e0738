import { rewardKinds, type RewardKind } from "@fc/contract/plan/reward-kinds";
import { houseAccount, memberAccount, type MemberAccount } from "../../core/ledger/accounts.ts";
import type { Entry, MemberAmount } from "../../core/ledger/posting.ts";

/**
 * Entries that the product writes by SQL alone, a whole closing at a time (core/plan/paying.ts), or not at all. Tests
 * post them one by one.
 */

/** What a member brings along from elsewhere. */
export function opening({
  memberId,
  account,
  amountFc,
  ...fields
}: MemberAmount & { account: MemberAccount }): Entry {
  const line = { from: houseAccount("adjustments"), to: memberAccount(memberId, account), amount: amountFc };
  return { ...fields, kind: "opening", message: "OPENING", lines: [line] };
}

/** `detail` says what for: the refId that staked, the pairs matched, the offer reached. */
export function reward(
  kind: RewardKind,
  { memberId, amountFc, detail, ...fields }: MemberAmount & { detail?: string },
): Entry {
  const { wallet, token } = rewardKinds[kind];
  const line = { from: houseAccount("rewards_pool"), to: memberAccount(memberId, wallet), amount: amountFc };
  const message = detail === undefined ? token : `${token}/${detail}`;
  return { ...fields, kind, message, lines: [line] };
}

/** The stake has paid everything it promised, which includes its principal. */
export function stakeEnded({ memberId, amountFc, ...fields }: MemberAmount): Entry {
  const line = {
    from: memberAccount(memberId, "staked"),
    to: houseAccount("stakes_ended"),
    amount: amountFc,
  };
  return { ...fields, kind: "stake_ended", message: "STAKE/ENDED", lines: [line] };
}
