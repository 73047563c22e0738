import type { BookCell } from "@fc/contract/books/console";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { sql } from "kysely";
import { accountSql, houseAccount, houseCodes, memberCodes } from "../../core/ledger/accounts.ts";
import { houseBalances } from "../../core/ledger/house.ts";
import type { Db } from "../../platform/db.ts";
import { decimal } from "./decimal.ts";
import type { BookScope } from "./scope.ts";

interface Moved {
  debited: bigint;
  credited: bigint;
  later: bigint;
}

/**
 * Balances at the end of a month are those of now less what moved since. So only lines from the month on are read,
 * however long the ledger is.
 */
export async function trialBalance(db: Db, { from, to }: BookScope) {
  const side = (own: "debit_id" | "credit_id", other: "debited" | "credited") => sql`
    select ${sql.raw(accountSql.isHouses(own))} as is_house, ${sql.raw(accountSql.code(own))} as code,
      ${other === "debited" ? sql`amount` : sql`0`} as debited, ${other === "credited" ? sql`amount` : sql`0`} as credited,
      effective_at
    from ledger_postings where effective_at >= ${from}
      and entry_id >= (select coalesce(min(id), 0) from ledger_entries where effective_at >= ${from})`;
  const { rows } = await sql<{
    is_house: boolean;
    code: bigint;
    debited: string;
    credited: string;
    later: string;
  }>`
    select is_house, code::bigint as code, coalesce(sum(debited) filter (where effective_at < ${to}), 0)::text as debited,
      coalesce(sum(credited) filter (where effective_at < ${to}), 0)::text as credited,
      coalesce(sum(credited - debited) filter (where effective_at >= ${to}), 0)::text as later
    from (${side("debit_id", "debited")} union all ${side("credit_id", "credited")}) line
    group by 1, 2`.execute(db);
  const moved = new Map(
    rows.map((row): [string, Moved] => [
      `${row.is_house} ${row.code}`,
      { debited: BigInt(row.debited), credited: BigInt(row.credited), later: BigInt(row.later) },
    ]),
  );
  const { rows: held } = await sql<{ code: bigint; balance: string }>`
    select ${sql.raw(accountSql.code("id"))}::bigint as code, sum(balance)::text as balance from ledger_accounts
    where ${sql.raw(accountSql.isMembers("id"))} group by 1`.execute(db);
  const ofMembers = new Map(held.map(({ code, balance }) => [code, BigInt(balance)]));
  const house = await houseBalances(db);
  const accounts = [
    ...Object.entries(memberCodes).map(([name, code]) => ({
      name: `Members: ${name.replaceAll("_", " ")}`,
      isUsd: false,
      now: ofMembers.get(code) ?? 0n,
      moved: moved.get(`false ${code}`),
    })),
    ...(Object.keys(houseCodes) as (keyof typeof houseCodes)[]).map((name) => ({
      name: `House: ${name.replaceAll("_", " ")}`,
      isUsd: name.startsWith("usd_"),
      now: house[name],
      moved: moved.get(`true ${houseCodes[name]}`),
    })),
  ];
  const sums = Array.from({ length: 8 }, () => 0n);
  const lines = accounts.map(({ name, isUsd, now, moved: { debited, credited, later } = nothing }) => {
    const closing = now - later;
    const figures = [closing - credited + debited, debited, credited, closing];
    const empty: BookCell[] = [null, null, null, null];
    for (const [at, figure] of figures.entries()) sums[at + (isUsd ? 4 : 0)]! += figure;
    const shown = figures.map((figure) => decimal(figure, isUsd ? 2 : 4));
    return [name, ...(isUsd ? [...empty, ...shown] : [...shown, ...empty])];
  });
  return { lines, totals: sums.map((sum, at) => decimal(sum, at < 4 ? 4 : 2)) };
}

const nothing: Moved = { debited: 0n, credited: 0n, later: 0n };
const pool = houseAccount("rewards_pool");

/** A line for each day of the month that has begun. Rewards are those of its closing. */
export async function poolDays(db: Db, { from, to }: BookScope) {
  const { rows } = await sql<{ day: string; put_in: string; paid: string }>`
    select day::text, sum(put_in)::text as put_in, sum(paid)::text as paid
    from (
      select (entry.effective_at at time zone 'Asia/Kolkata')::date as day,
        case when credit_id = ${pool} then amount else -amount end as put_in, 0 as paid
      from ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id
      where entry.kind in ('pool_funded', 'reversal') and entry.effective_at >= ${from}
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
