import { AppError } from "@fc/contract/errors";
import { onChainTypes } from "@fc/contract/withdraw/kinds";
import { noTransaction, transactionIdIn, transactionIdShape } from "@fc/contract/withdraw/console";
import { logAction } from "../../core/operators/log.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { checkUnused } from "./decisions.ts";

interface Correction {
  id: number;
  transactionId: string;
  operating: Operating;
}

/**
 * Names the transaction that really paid a withdrawal, where the chain does not show the one that was named. No money
 * moves in the ledger: the withdrawal stays accepted, and the new transaction is looked up from the beginning.
 */
export async function correctTransaction(
  tx: Tx,
  { id, transactionId: typed, operating }: Correction,
): Promise<void> {
  const transactionId = transactionIdIn(typed, onChainTypes);
  if (transactionId === undefined || transactionId === noTransaction) {
    throw new AppError("BAD_REQUEST", { fields: { transactionId: transactionIdShape(onChainTypes) } });
  }
  await checkUnused(tx, { id, transactionId });
  const withdrawal = await tx
    .selectFrom("withdrawals")
    .select(["member_id as memberId", "transaction_id as before"])
    .where("id", "=", id)
    .where("status", "=", "A")
    .forUpdate()
    .executeTakeFirst();
  if (!withdrawal) throw new AppError("NOT_FOUND");
  const { memberId, before } = withdrawal;
  if (before === transactionId) return;
  const noted = await tx
    .selectFrom("hand_payments")
    .select("state")
    .where("withdrawal_id", "=", id)
    .executeTakeFirst();
  // What the chain shows stays, and what the hot wallet paid is no payment by hand.
  if (!noted?.state || noted.state === "found") throw new AppError("PAYMENT_FOUND");
  await tx
    .updateTable("withdrawals")
    .set({ transaction_id: transactionId })
    .where("id", "=", id)
    .where("status", "=", "A")
    .execute();
  const details = { withdrawal: id, transaction: transactionId, before };
  await logAction(tx, { ...operating, action: "withdrawal/correct-transaction", memberId, details });
}
