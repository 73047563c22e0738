import type { HouseAccountName, LedgerAccount, LedgerEntryKind } from "@fc/contract/console-ledger";

export const kindWords: Record<LedgerEntryKind, string> = {
  stake_approved: "Stake approved",
  stake_from_transfer: "Stake from a transfer wallet",
  stake_ended: "Stake ended",
  stake_returned: "Stake returned",
  ros: "Return on staking",
  direct_bonus: "Direct bonus",
  pair_matching: "Pair matching",
  offer_reward: "Offer reward",
  withdrawal_requested: "Withdrawal requested",
  withdrawal_accepted: "Withdrawal accepted",
  withdrawal_rejected: "Withdrawal rejected",
  internal_transfer: "Internal transfer",
  transfer: "Transfer",
  pool_funded: "Pool funded",
  opening: "Opening",
  adjustment: "Adjustment",
  reversal: "Reversal",
};

interface AccountWords {
  name: string;
  means: string;
}

export const houseWords: Record<HouseAccountName, AccountWords> = {
  rewards_pool: { name: "Rewards pool", means: "what rewards can still be paid from" },
  deposits: { name: "Deposits", means: "coins that came in for stakes, negated" },
  payouts: { name: "Payouts", means: "coins paid out" },
  fees: { name: "Fees", means: "kept of withdrawals" },
  deductions: { name: "Deductions", means: "collected of withdrawals" },
  stakes_ended: { name: "Ended stakes", means: "principal of stakes that ran out" },
  treasury: { name: "Treasury", means: "what the owner put into the pool, negated" },
  adjustments: { name: "Adjustments", means: "the other side of openings and corrections" },
  usd_paid: { name: "Dollars paid", means: "by members for stakes, negated" },
  usd_received: { name: "Dollars received", means: "for stakes" },
};

const walletWords: Readonly<Record<string, string>> = {
  staking: "staking wallet",
  earning: "earning wallet",
  offer: "offer wallet",
  transfer: "transfer wallet",
  staked: "staked principal",
  withdraw_pending: "held for withdrawals",
};

/** An account as people call it. */
export function accountText({ name, member }: LedgerAccount): string {
  if (member === null) return isHouse(name) ? houseWords[name].name : name;
  return walletWords[name] ?? name;
}

function isHouse(name: string): name is HouseAccountName {
  return Object.hasOwn(houseWords, name);
}
