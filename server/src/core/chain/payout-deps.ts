import type { Chain } from "../../platform/chain/types.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { SecretKey } from "../../platform/secrets.ts";

/** A payout whose transfer is final. */
export interface PaidPayout {
  withdrawalId: number;
  handedBy: number | null;
  transactionId: string;
  deductionFc: bigint;
  amountFc: bigint;
  now: Date;
}

/** What the steps of a payout work with. */
export interface PayoutDeps {
  db: Db;
  chain: Chain;
  clock: Clock;
  secretKey: SecretKey;
  /** Records in the ledger, and tells the member, that a withdrawal is paid. The feature of withdrawals defines it. */
  acceptPaid: (tx: Tx, paid: PaidPayout) => Promise<void>;
}

export const openStates = ["reserved", "sent", "in-block"] as const;
