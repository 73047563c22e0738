import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { refusal } from "./post.ts";
import type { EntryKind } from "./posting.ts";

export interface Posted {
  lines: number;
  /** All lines together. */
  amount: bigint;
}

interface Lined {
  effectiveAt: Date;
  priceId: number | null;
  planVersion: number | null;
  /** Of different kinds, by which their lines know them. One without lines is left out. */
  entries: readonly { kind: EntryKind; key: string; message: string }[];
  /** kind, line (from 1, at most 32,767), debit_id, credit_id and amount. */
  lines: RawBuilder<unknown>;
}

/**
 * Posts a few entries of many lines, whatever a query selects, without bringing it here: a closing of a million
 * members is then some hundred entries. Keys that were posted before are refused.
 */
export async function postLines(tx: Tx, posting: Lined): Promise<Posted> {
  const { effectiveAt, priceId, planVersion, entries, lines } = posting;
  const given = sql.join(
    entries.map(({ kind, key, message }) => sql`(${kind}::ledger_kind, ${key}, ${message})`),
  );
  try {
    const { rows } = await sql<Posted>`
      with line as materialized (${lines}
      ), made as (
        insert into ledger_entries (kind, key, effective_at, message, price_id, plan_version)
        select kind, key, ${effectiveAt}, message, ${priceId}::int, ${planVersion}::int
        from (values ${given}) as given (kind, key, message)
        where exists (select from line where line.kind = given.kind)
        returning id, kind, effective_at
      ), posted as (
        insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
        select made.id, line.line, line.debit_id, line.credit_id, line.amount, made.effective_at
        from line join made using (kind)
      )
      select count(*)::int as lines, coalesce(sum(amount), 0)::bigint as amount from line`.execute(tx);
    return rows[0]!;
  } catch (error) {
    throw refusal(error);
  }
}

/**
 * Posts whatever a query selects, each key an entry of its own. The query names kind, key, effective_at, message,
 * price_id, plan_version, metadata (the same in all lines of a key), debit_id, credit_id and amount; an account's
 * id is member_id * 16 + its code. A key that was posted before is left out with all its lines, so that work done
 * again adds only what is missing.
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
