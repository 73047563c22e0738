import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { refusal } from "./post.ts";

/**
 * Posts whatever a query selects, one entry of one line a row, without bringing it here: for closings. The query
 * names kind, key, effective_at, message, price_id, plan_version, metadata, debit_id, credit_id and amount; an
 * account's id is member_id * 16 + its code. A key that was posted before is left out, so that a closing run
 * again adds only what is missing. Returns how many were posted.
 */
export async function postSelected(tx: Tx, source: RawBuilder<unknown>): Promise<bigint> {
  try {
    // Sorted and joined in memory, until the transaction ends.
    await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
    const { numAffectedRows } = await sql`
      with source as materialized (${source}),
      made as (
        insert into ledger_entries (kind, key, effective_at, message, price_id, plan_version, metadata)
        select kind::ledger_kind, key, effective_at, message, price_id, plan_version, metadata from source
        on conflict (key) do nothing
        returning id, key, effective_at
      )
      insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
      select made.id, 1, source.debit_id, source.credit_id, source.amount, made.effective_at
      from made join source using (key)`.execute(tx);
    return numAffectedRows ?? 0n;
  } catch (error) {
    throw refusal(error);
  }
}
