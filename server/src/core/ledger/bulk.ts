import { sure } from "@fc/contract/sure";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { refusal } from "./post.ts";
import type { EntryKind } from "./posting.ts";

export interface PostedTotals {
  lines: number;
  /** The sum of all lines. */
  amount: bigint;
}

interface EntryOfQuery {
  kind: EntryKind;
  key: string;
  message: string;
  /** A query for line (from 1, at most 32,767), debit_id, credit_id and amount. Without any row there is no entry. */
  lines: RawBuilder<unknown>;
}

interface SharedEntryFields {
  effectiveAt: Date;
  priceId: number | null;
  planVersion: number | null;
}

/**
 * Posts a few entries of many lines straight from queries, so that the lines never leave the database: the closing of a
 * million members is about a hundred entries. All lines are one statement, so accounts are locked in id order. A key
 * that was posted before is refused.
 */
export async function postLines(
  tx: Tx,
  { entries, ...shared }: SharedEntryFields & { entries: readonly EntryOfQuery[] },
): Promise<PostedTotals> {
  try {
    const made: { id: bigint; lines: RawBuilder<unknown> }[] = [];
    for (const entry of entries) {
      const id = await insertIfLined(tx, entry, shared);
      if (id !== undefined) made.push({ id, lines: entry.lines });
    }
    if (made.length === 0) return { lines: 0, amount: 0n };
    // The queries feed the table directly: storing the lines in between would cost a third more.
    const lines = made.map(
      ({ id, lines: ofEntry }) => sql`
        select ${id}::bigint, line::smallint, debit_id, credit_id, amount, ${shared.effectiveAt}::timestamptz(3)
        from (${ofEntry}) line`,
    );
    const { rows } = await sql<PostedTotals>`
      with posted as (
        insert into ledger_postings (entry_id, line, debit_id, credit_id, amount, effective_at)
        ${sql.join(lines, sql` union all `)}
        returning amount
      )
      select count(*)::int as lines, coalesce(sum(amount), 0)::bigint as amount from posted`.execute(tx);
    return sure(rows[0]);
  } catch (error) {
    throw refusal(error);
  }
}

async function insertIfLined(
  tx: Tx,
  { kind, key, message, lines }: EntryOfQuery,
  { effectiveAt, priceId, planVersion }: SharedEntryFields,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    insert into ledger_entries (kind, key, effective_at, message, price_id, plan_version)
    select ${kind}::ledger_kind, ${key}, ${effectiveAt}, ${message}, ${priceId}::int, ${planVersion}::int
    where exists (${lines})
    returning id`.execute(tx);
  return rows[0]?.id;
}

/**
 * Posts the rows of a query, one entry for each key. The query names kind, key, effective_at, message,
 * price_id, plan_version, metadata (the same in all lines of a key), debit_id, credit_id and amount; accountSql
 * computes an account's id. A key that was posted before is left out with all its lines, so that
 * repeated work adds only what is missing.
 */
export async function postSelected(tx: Tx, source: RawBuilder<unknown>): Promise<PostedTotals> {
  try {
    // The memory lets it sort and join without files, until the transaction ends. The planner cannot know how many
    // rows the source and the insert return, and guesses few: an inner join would become a nested loop over ten
    // thousand rows twice. A full join is always hashed or merged; the coalesce keeps the planner from turning it into
    // an inner join.
    await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
    const { rows } = await sql<PostedTotals>`
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
    return sure(rows[0]);
  } catch (error) {
    throw refusal(error);
  }
}
