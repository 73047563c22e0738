import {
  houseAccountWords,
  memberAccountWords,
  type HouseAccountName,
  type LedgerAccount,
} from "@fc/contract/ledger/console";

export const houseAccountMeanings: Readonly<Record<HouseAccountName, string>> = {
  rewards_pool: "what rewards can still be paid from",
  deposits: "coins that came in for stakes, negated",
  payouts: "coins paid out",
  fees: "kept of withdrawals",
  deductions: "collected of withdrawals",
  stakes_ended: "principal of stakes that ran out",
  treasury: "what the owner put into the pool, negated",
  adjustments: "the other side of corrections",
  tax_withheld: "deducted at source, owed to the state",
  moved_in: "the other side of what came from another system",
  usd_paid: "by members for stakes, negated",
  usd_received: "for stakes",
};

/** The name of an account for people; the stored name if a newer server knows an account that this page does not. */
export function accountText({ name, member }: LedgerAccount): string {
  const isHouse = member === null;
  const words: Readonly<Record<string, string>> = isHouse ? houseAccountWords : memberAccountWords;
  const known = words[name] ?? name;
  return isHouse ? known : known.toLowerCase();
}
