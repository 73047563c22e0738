import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/**
 * Something is new about a member that a rule may look at: identity data, a sign-in, a place, a withdrawal, a stake
 * undone. Written in the transaction of the change; the task looks at the member soon after.
 */
export async function noteForSignals(tx: Tx, ...memberIds: number[]): Promise<void> {
  await sql`insert into signal_news (member_id) select unnest(${memberIds}::int[])`.execute(tx);
}
