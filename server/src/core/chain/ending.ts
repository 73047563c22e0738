import { AppError } from "@fc/contract/errors";
import type { Db, Tx } from "../../platform/db.ts";

interface EndedPayout {
  payoutId: number;
  withdrawalId: number;
}

/** The payout came to nothing: its withdrawal is pending again, as if it had never been handed over. */
export async function returnToQueue(tx: Tx, { payoutId, withdrawalId }: EndedPayout): Promise<void> {
  await tx
    .updateTable("withdrawals")
    .set({ is_handed_over: false, paying_since: null, deduction_fc: null })
    .where("id", "=", withdrawalId)
    .where("status", "=", "P")
    .execute();
  const parts = await tx
    .selectFrom("chain_payout_deductions")
    .select(["deduction_id", "part_fc"])
    .where("payout_id", "=", payoutId)
    .orderBy("deduction_id")
    .execute();
  for (const { deduction_id: id, part_fc: partFc } of parts) {
    await tx
      .updateTable("deductions")
      .set((eb) => ({ collected_fc: eb("collected_fc", "-", partFc) }))
      .where("id", "=", id)
      .execute();
  }
}

/** Of a withdrawal: its payout that has not failed. */
export function activePayoutOf(db: Db, withdrawalId: number) {
  return db
    .selectFrom("chain_payouts")
    .selectAll()
    .where("withdrawal_id", "=", withdrawalId)
    .where("state", "not in", ["failed", "taken-back"]);
}

/** Takes a payout back that has no nonce yet: nothing was signed. Its withdrawal's row is locked by the caller. */
export async function takeBackPayout(
  tx: Tx,
  { payoutId, withdrawalId }: EndedPayout,
  now: Date,
): Promise<void> {
  const taken = await tx
    .updateTable("chain_payouts")
    .set({ state: "taken-back", outcome: "taken-back", settled_at: now, wait_reason: null })
    .where("id", "=", payoutId)
    .where("state", "=", "waiting")
    .returning("id")
    .executeTakeFirst();
  if (!taken) throw new AppError("PAYOUT_HAS_NONCE");
  await returnToQueue(tx, { payoutId, withdrawalId });
}

/** From now on its nonce is used to send nothing. What is in a block already may still become final, and then pays. */
export async function giveUpPayout(
  tx: Tx,
  { payoutId, operatorId, now }: { payoutId: number; operatorId: number; now: Date },
): Promise<{ withdrawalId: number }> {
  const given = await tx
    .updateTable("chain_payouts")
    .set({ given_up_at: now, given_up_by: operatorId })
    .where("id", "=", payoutId)
    .where("state", "in", ["reserved", "sent"])
    .where("given_up_at", "is", null)
    .returning("withdrawal_id")
    .executeTakeFirst();
  if (!given) throw new AppError("PAYOUT_NOT_GIVEN_UP");
  return { withdrawalId: given.withdrawal_id };
}
