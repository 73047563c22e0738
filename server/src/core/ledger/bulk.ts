import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { refusal } from "./post.ts";

export interface Posted {
  lines: number;
  /** All lines together. */
  amount: bigint;
}

/**
 * Posts whatever a query selects, without bringing it here: for closings. Each row is a line, and the lines of one
 * key are one entry, in the order of their accounts: a closing of a million members is then some hundred entries.
 * The query names kind, key, effective_at, message, price_id, plan_version, metadata (the same in all lines of a
 * key), debit_id, credit_id and amount; an account's id is member_id * 16 + its code. A key that was posted before
 * is left out with all its lines, so that a closing run again adds only what is missing. At most 32,767 lines to a
 * key.
 */
export async function postSelected(tx: Tx, source: RawBuilder<unknown>): Promise<Posted> {
  try {
    // Sorted and joined in memory, until the transaction ends.
    await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
    const { rows } = await sql<Posted>`
      with source as materialized (
        select *, row_number() over (partition by key collate "C" order by debit_id, credit_id) as line
        from (${source}) selected
      ), made as (
        insert into ledger_entries (kind, key, effective_at, message, price_id, plan_version, metadata)
        select kind::ledger_kind, key, effective_at, message, price_id, plan_version, metadata from source
        where line = 1
        on conflict (key) do nothing
        returning id, key, effective_at
      ), posted as (
        insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
        select made.id, source.line, source.debit_id, source.credit_id, source.amount, made.effective_at
        from made join source using (key)
        returning amount
      )
      select count(*)::int as lines, coalesce(sum(amount), 0)::bigint as amount from posted`.execute(tx);
    return rows[0]!;
  } catch (error) {
    throw refusal(error);
  }
}
