import { sure } from "@fc/contract/sure";
import { sql, type RawBuilder } from "kysely";
import type { ReadDb, Tx } from "../../platform/db.ts";
import { inrPaiseOf, priceAt, pricesInForce } from "../prices/price-sql.ts";
import { accountSql } from "./accounts.ts";
import { isAfter } from "./house.ts";

/** What moved on some days between two kinds of accounts (`accountKind`). USD is in cents. */
interface MovedBetween {
  debitKind: number;
  creditKind: number;
  /** On all days before. */
  before: bigint;
  amount: bigint;
  inrPaise: bigint;
}

/** Days as India counts them, both included. */
interface Days {
  from: string;
  to: string;
}

const isUsd = sql`(debit_id between 14 and 16)`;

/** What a line of ledger_postings is worth in paise, at the price in force at its moment; needs `pricesInForce`. */
export const lineInrPaise = sql`case when ${isUsd}
  then div(amount::numeric * ${priceAt(sql`effective_at`).inrPerUsd}, 10000)::bigint
  else ${inrPaiseOf(sql`amount`, priceAt(sql`effective_at`))} end`;

/** The sums of the lines of entries after one and, if given, up to another one. */
function sumsAfter(afterId: RawBuilder<unknown>, upToId?: bigint) {
  return sql`
    select (effective_at at time zone 'Asia/Kolkata')::date as day, ${sql.raw(accountSql.kind("debit_id"))} as debit_kind,
      ${sql.raw(accountSql.kind("credit_id"))} as credit_kind, count(*) as lines, sum(amount) as amount,
      coalesce(sum(${lineInrPaise}), 0) as inr_paise, min(entry_id) as first_id, max(entry_id) as last_id
    from ledger_postings cross join ${pricesInForce}
    where ${isAfter(afterId, upToId)}
    group by 1, 2, 3`;
}

const lastSealed = sql`coalesce((select max(last_id) from ledger_house_sums), 0)`;

/** The kept sums of days, and what came after the last seal: it reads the lines of seconds, not of years. */
const sumsOf = (days: RawBuilder<unknown>) => sql`
  (select * from ledger_day_sums where ${days}
  union all select * from (${sumsAfter(lastSealed)}) as recent where ${days}) as moved`;

/** Brings the sums up to an entry, in the transaction that moves `ledger_house_sums`, which say up to where they go. */
export async function moveDaySums(tx: Tx, { lastId }: { lastId: bigint }): Promise<void> {
  await sql`
    insert into ledger_day_sums as kept (day, debit_kind, credit_kind, lines, amount, inr_paise, first_id, last_id)
    ${sumsAfter(lastSealed, lastId)}
    on conflict (day, debit_kind, credit_kind) do update set lines = kept.lines + excluded.lines,
      amount = kept.amount + excluded.amount, inr_paise = kept.inr_paise + excluded.inr_paise,
      first_id = least(kept.first_id, excluded.first_id), last_id = greatest(kept.last_id, excluded.last_id)`.execute(
    tx,
  );
}

export async function movedBetween(db: ReadDb, { from, to }: Days): Promise<MovedBetween[]> {
  const { rows } = await sql<Record<"before" | "amount" | "inr", string> & { debit: number; credit: number }>`
    select debit_kind as debit, credit_kind as credit, coalesce(sum(amount) filter (where day < ${from}::date), 0)::text as before,
      coalesce(sum(amount) filter (where day >= ${from}::date), 0)::text as amount,
      coalesce(sum(inr_paise) filter (where day >= ${from}::date), 0)::text as inr
    from ${sumsOf(sql`day <= ${to}::date`)} group by 1, 2`.execute(db);
  return rows.map(({ debit, credit, before, amount, inr }) => ({
    debitKind: debit,
    creditKind: credit,
    before: BigInt(before),
    amount: BigInt(amount),
    inrPaise: BigInt(inr),
  }));
}

/** What moved in each month between the kinds that a condition on both names. USD is in cents. */
export async function movedByMonth(
  db: ReadDb,
  kinds: RawBuilder<unknown>,
): Promise<{ month: string; debitKind: number; creditKind: number; amount: bigint }[]> {
  const { rows } = await sql<{ month: string; debit: number; credit: number; amount: string }>`
    select to_char(day, 'YYYY-MM') as month, debit_kind as debit, credit_kind as credit, sum(amount)::text as amount
    from ${sumsOf(kinds)} group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows.map(({ month, debit, credit, amount }) => ({
    month,
    debitKind: debit,
    creditKind: credit,
    amount: BigInt(amount),
  }));
}

/** Credits less debits of a kind of account up to the end of the last of these days. */
export function balanceOfKind(moved: readonly MovedBetween[], kind: number): bigint {
  return moved.reduce((sum, { debitKind, creditKind, before, amount }) => {
    const both = before + amount;
    return sum + (creditKind === kind ? both : 0n) - (debitKind === kind ? both : 0n);
  }, 0n);
}

/** Between which numbers the entries of some days are; others are there too. Undefined if there are none. */
export async function entryNumbers(
  db: ReadDb,
  { from, to }: Days,
): Promise<{ first: bigint; last: bigint } | undefined> {
  const { rows } = await sql<{ first: bigint | null; last: bigint | null }>`
    select min(first_id) as first, max(last_id) as last
    from ${sumsOf(sql`day between ${from}::date and ${to}::date`)}`.execute(db);
  const { first, last } = sure(rows[0]);
  return first === null || last === null ? undefined : { first, last };
}
