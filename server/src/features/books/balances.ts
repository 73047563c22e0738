import { keysOf, sure } from "@fc/contract/sure";
import type { BookCell } from "@fc/contract/books/console";
import { houseAccountWords, memberAccountWords } from "@fc/contract/ledger/console";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { sql } from "kysely";
import { accountKind, houseAccount, houseCodes, memberCodes } from "../../core/ledger/accounts.ts";
import { balanceOfKind, movedBetween } from "../../core/ledger/day-sums.ts";
import { fillsPool } from "../../core/plan/pool.ts";
import type { ReadDb } from "../../platform/db.ts";
import { decimal } from "./decimal.ts";
import type { BookScope } from "./scope.ts";

/** Balances and sums of each kind of account, by the sums of days: no line of the ledger is read. */
export async function trialBalance(db: ReadDb, { days }: BookScope) {
  const moved = await movedBetween(db, days);
  const accounts = [
    ...keysOf(memberCodes).map((account) => ({
      name: `Members: ${memberAccountWords[account]}`,
      isUsd: false,
      kind: accountKind.member(account),
    })),
    ...keysOf(houseCodes).map((account) => ({
      name: `House: ${houseAccountWords[account]}`,
      isUsd: account.startsWith("usd_"),
      kind: accountKind.house(account),
    })),
  ];
  const sums = Array.from({ length: 8 }, () => 0n);
  const lines = accounts.map(({ name, isUsd, kind }) => {
    const of = (side: "debitKind" | "creditKind") =>
      moved.reduce((sum, each) => (each[side] === kind ? sum + each.amount : sum), 0n);
    const [debited, credited, closing] = [of("debitKind"), of("creditKind"), balanceOfKind(moved, kind)];
    const figures = [closing - credited + debited, debited, credited, closing];
    const empty: BookCell[] = [null, null, null, null];
    for (const [at, figure] of figures.entries()) {
      const column = at + (isUsd ? 4 : 0);
      sums[column] = sure(sums[column]) + figure;
    }
    const shown = figures.map((figure) => decimal(figure, isUsd ? 2 : 4));
    return [name, ...(isUsd ? [...empty, ...shown] : [...shown, ...empty])];
  });
  return { lines, totals: sums.map((sum, at) => decimal(sum, at < 4 ? 4 : 2)) };
}

const pool = houseAccount("rewards_pool");

/** A line for each day of the month that has begun. Rewards are those of its closing. */
export async function poolDays(db: ReadDb, { from, to }: BookScope) {
  const { rows } = await sql<{ day: string; put_in: string; paid: string }>`
    select day::text, sum(put_in)::text as put_in, sum(paid)::text as paid
    from (
      select (entry.effective_at at time zone 'Asia/Kolkata')::date as day,
        case when credit_id = ${pool} then amount else -amount end as put_in, 0 as paid
      from ledger_entries entry join ledger_postings posting
        on posting.entry_id = entry.id and posting.effective_at = entry.effective_at
      where entry.kind in ${fillsPool} and entry.effective_at >= ${from}
        and ${pool} in (debit_id, credit_id)
      union all
      select day, 0, paid_fc from closings where day >= ${indiaDayOf(from)}::date
    ) moved group by 1`.execute(db);
  const balance = await db
    .selectFrom("ledger_accounts")
    .select("balance")
    .where("id", "=", pool)
    .executeTakeFirst();
  const byDay = new Map(rows.map((row) => [row.day, { putIn: BigInt(row.put_in), paid: BigInt(row.paid) }]));
  const last = indiaDayOf(new Date(to.getTime() - 1));
  const first = indiaDayOf(from);
  let closing = balance?.balance ?? 0n;
  for (const [day, { putIn, paid }] of byDay) if (day > last) closing -= putIn - paid;
  const lines: string[][] = [];
  const sums = { putIn: 0n, paid: 0n };
  for (let day = last; day >= first; day = daysAfter(day, -1)) {
    const { putIn, paid } = byDay.get(day) ?? { putIn: 0n, paid: 0n };
    const opening = closing - putIn + paid;
    lines.unshift([day, decimal(opening, 4), decimal(putIn, 4), decimal(paid, 4), decimal(closing, 4)]);
    sums.putIn += putIn;
    sums.paid += paid;
    closing = opening;
  }
  return { lines, totals: [decimal(sums.putIn, 4), decimal(sums.paid, 4)] };
}
