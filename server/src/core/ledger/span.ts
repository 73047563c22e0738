import { sql, type RawBuilder } from "kysely";
import { after, day } from "../../platform/clock.ts";
import type { ReadDb } from "../../platform/db.ts";

/** From a moment on, up to and without another. */
export interface Span {
  from: Date;
  until: Date;
}

export const endOfTime = new Date(8.64e15);

/** What is needed to read the span of some accounts in another query, as columns span_from and span_until. */
export function spanColumns({ from, until }: Span): RawBuilder<unknown> {
  return sql`greatest(min(first_on)::timestamp at time zone 'UTC', ${from}::timestamptz) as span_from,
    least((max(last_on) + 1)::timestamp at time zone 'UTC', ${until}::timestamptz) as span_until`;
}

/** Between which moments, of those given, there can be lines of these accounts; undefined if they never had any. */
export async function spanOf(db: ReadDb, ids: readonly bigint[], within: Span): Promise<Span | undefined> {
  const { rows } = await sql<{ count: number; span_from: Date; span_until: Date }>`
    select count(*)::int as count, ${spanColumns(within)} from ledger_accounts where id = any (${ids}::bigint[])`.execute(
    db,
  );
  const { count, span_from: from, span_until: until } = rows[0]!;
  return count === 0 ? undefined : { from, until };
}

/**
 * Where to begin to read newest lines, of a span: a page is looked for in the last months first, then in a year, then in
 * all. PostgreSQL prepares a search in each month of the years before it reads the first line, which takes longer than
 * reading a page.
 */
export function* beginnings({ from, until }: Span): Generator<Date, undefined> {
  for (const days of [62, 400]) {
    const begin = after(until, -days * day);
    if (begin > from) yield begin;
  }
  yield from;
}
