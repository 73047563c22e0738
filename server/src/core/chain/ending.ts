import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** The payout came to nothing: its withdrawal is pending again, as if it had never been handed over. */
export async function returnToQueue(tx: Tx, { payoutId }: { payoutId: number }): Promise<void> {
  await sql`select chain_return_to_queue(${payoutId})`.execute(tx);
}

/** Of a withdrawal: its payout that has not failed. */
export function activePayoutOf(db: Db, withdrawalId: number) {
  return db
    .selectFrom("chain_payouts")
    .selectAll()
    .where("withdrawal_id", "=", withdrawalId)
    .where("state", "not in", ["failed", "taken-back"]);
}
