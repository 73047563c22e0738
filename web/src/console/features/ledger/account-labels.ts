import type { HouseAccountName, LedgerAccount } from "@fc/contract/ledger/console";
import { byWallet, walletKinds } from "@fc/contract/wallet/kinds";

interface AccountLabel {
  name: string;
  means: string;
}

export const houseAccountLabels: Record<HouseAccountName, AccountLabel> = {
  rewards_pool: { name: "Rewards pool", means: "what rewards can still be paid from" },
  deposits: { name: "Deposits", means: "coins that came in for stakes, negated" },
  payouts: { name: "Payouts", means: "coins paid out" },
  fees: { name: "Fees", means: "kept of withdrawals" },
  deductions: { name: "Deductions", means: "collected of withdrawals" },
  stakes_ended: { name: "Ended stakes", means: "principal of stakes that ran out" },
  treasury: { name: "Treasury", means: "what the owner put into the pool, negated" },
  adjustments: { name: "Adjustments", means: "the other side of openings and corrections" },
  tax_withheld: { name: "Tax withheld", means: "deducted at source, owed to the state" },
  usd_paid: { name: "Dollars paid", means: "by members for stakes, negated" },
  usd_received: { name: "Dollars received", means: "for stakes" },
};

const memberAccountLabels: Readonly<Record<string, string>> = {
  ...byWallet((wallet) => walletKinds[wallet].label.toLowerCase()),
  staked: "staked principal",
  withdraw_pending: "held for withdrawals",
};

/** The name of an account for people; the stored name if a newer server knows an account that this page does not. */
export function accountText({ name, member }: LedgerAccount): string {
  if (member === null) return isHouse(name) ? houseAccountLabels[name].name : name;
  return memberAccountLabels[name] ?? name;
}

function isHouse(name: string): name is HouseAccountName {
  return Object.hasOwn(houseAccountLabels, name);
}
