import type { Fc } from "@fc/contract/units";
import type { Chain, GuardedPayment, PayoutGuard } from "../../platform/chain/types.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { SecretKey } from "../../platform/secrets.ts";

/** A payout whose transfer is final. */
export interface PaidPayout {
  withdrawalId: number;
  handedBy: number | null;
  transactionId: string;
  deductionFc: Fc;
  amountFc: Fc;
  now: Date;
}

/** What the steps of a payout work with. */
export interface PayoutDeps {
  db: Db;
  chain: Chain;
  clock: Clock;
  secretKey: SecretKey;
  guard: PayoutGuard;
  /** Records in the ledger, and tells the member, that a withdrawal is paid. The feature of withdrawals defines it. */
  acceptPaid: (tx: Tx, paid: PaidPayout) => Promise<void>;
}

export const openStates = ["reserved", "sent", "in-block"] as const;

/** A payout as the guard is asked about it. The amount is computed from the units, because they are what is signed. */
export function guardedPayment(
  chain: Chain,
  payout: {
    payout_key: string;
    withdrawal_id: number;
    to_address: string;
    units: bigint;
    wallet: string;
    rules_word: string | null;
  },
): GuardedPayment | undefined {
  const amountFc = chain.fcOf(payout.units);
  if (amountFc === undefined) return undefined;
  const { payout_key: payoutId, withdrawal_id: withdrawalId, to_address: to, units, wallet } = payout;
  const { chainId, contract } = chain;
  const { rules_word: rulesWord } = payout;
  return { payoutId, withdrawalId, to, units, amountFc, wallet, chainId, contract, rulesWord };
}
