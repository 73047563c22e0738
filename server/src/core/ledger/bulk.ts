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
  kind: EntryKind;
  key: string;
  message: string;
  /** line (from 1, at most 32,767), debit_id, credit_id and amount. An entry without lines is left out. */
  lines: RawBuilder<unknown>;
}

interface Shared {
  effectiveAt: Date;
  priceId: number | null;
  planVersion: number | null;
}

/**
 * Posts a few entries of many lines, whatever their queries select, without bringing it here: a closing of a million
 * members is then some hundred entries. All lines in one statement, and hence with all locks in order. Keys that
 * were posted before are refused.
 */
export async function postLines(
  tx: Tx,
  { entries, ...shared }: Shared & { entries: readonly Lined[] },
): Promise<Posted> {
  try {
    const made: { id: bigint; lines: RawBuilder<unknown> }[] = [];
    for (const entry of entries) {
      const id = await insertIfLined(tx, entry, shared);
      if (id !== undefined) made.push({ id, lines: entry.lines });
    }
    if (made.length === 0) return { lines: 0, amount: 0n };
    // Nothing between the queries and the table: lines that were put aside first would cost a third more.
    const lines = made.map(
      ({ id, lines: ofEntry }) => sql`
        select ${id}::bigint, line, debit_id, credit_id, amount, ${shared.effectiveAt}::timestamptz
        from (${ofEntry}) line`,
    );
    const { rows } = await sql<Posted>`
      with posted as (
        insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
        ${sql.join(lines, sql` union all `)}
        returning amount
      )
      select count(*)::int as lines, coalesce(sum(amount), 0)::bigint as amount from posted`.execute(tx);
    return rows[0]!;
  } catch (error) {
    throw refusal(error);
  }
}

async function insertIfLined(
  tx: Tx,
  { kind, key, message, lines }: Lined,
  { effectiveAt, priceId, planVersion }: Shared,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    insert into ledger_entries (kind, key, effective_at, message, price_id, plan_version)
    select ${kind}::ledger_kind, ${key}, ${effectiveAt}, ${message}, ${priceId}::int, ${planVersion}::int
    where exists (${lines})
    returning id`.execute(tx);
  return rows[0]?.id;
}

/**
 * Posts whatever a query selects, each key an entry of its own. The query names kind, key, effective_at, message,
 * price_id, plan_version, metadata (the same in all lines of a key), debit_id, credit_id and amount; accountSql
 * computes an account's id. A key that was posted before is left out with all its lines, so that work done
 * again adds only what is missing.
 */
export async function postSelected(tx: Tx, source: RawBuilder<unknown>): Promise<Posted> {
  try {
    // Sorted and joined in memory, until the transaction ends. How many rows come of the source and of the insert,
    // the planner can only guess, and it guesses few: an inner join would be a nested loop over ten thousand rows
    // twice. A full join is hashed or merged always; the coalesce keeps it from being seen as an inner one.
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
        from made full join source using (key)
        where coalesce(made.id, 0) > 0
        returning amount
      )
      select count(*)::int as lines, coalesce(sum(amount), 0)::bigint as amount from posted`.execute(tx);
    return rows[0]!;
  } catch (error) {
    throw refusal(error);
  }
}
