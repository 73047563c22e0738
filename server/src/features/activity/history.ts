import { type Fc, asFc, noFc, plus, minus } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { historyRanges, type BalanceHistory, type HistoryRange } from "@fc/contract/activity/portal";
import { fcToWire } from "@fc/contract/money";
import { daysAfter, daysBetween, indiaDayOf, momentsOf } from "@fc/contract/period";
import { byRewardKind, rewardKindNames, type RewardKind } from "@fc/contract/plan/reward-kinds";
import { wallets } from "@fc/contract/wallet/kinds";
import { sql } from "kysely";
import { accountSql, memberAccount } from "../../core/ledger/accounts.ts";
import type { ReadDb } from "../../platform/db.ts";

interface HistoryScope {
  memberId: number;
  range: HistoryRange;
  now: Date;
}

type DayRow = { day: string; change: Fc; withdrawn: Fc } & Record<RewardKind, Fc>;

/** What happened on each day, from one query; the balances follow backwards from today's, so none is stored. */
export async function historyOf(db: ReadDb, { memberId, range, now }: HistoryScope): Promise<BalanceHistory> {
  const to = indiaDayOf(now);
  const { days } = historyRanges[range];
  const firstWanted = days === undefined ? undefined : daysAfter(to, 1 - days);
  const { totalFc, rows } = await daysOf(db, memberId, momentsOf({ from: firstWanted }).from);
  const from = firstWanted ?? earliest(rows, to);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  // What counts only after today is already in the balance, but belongs to none of these days.
  const later = sumOf(rows.filter(({ day }) => day > to));
  const within = rows
    .filter(({ day }) => day >= from && day <= to)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return {
    from,
    to,
    balances: balancesBack(minus(totalFc, later), { from, to }, byDay),
    earned: spansOf(from, to).map((span) => ({ ...span, amounts: earnedIn(within, span) })),
    earnedInAll: earnedIn(within, { from, to }),
    withdrawals: within
      .filter(({ withdrawn }) => withdrawn > 0n)
      .map(({ day, withdrawn }) => ({ day, amountFc: fcToWire(withdrawn) })),
  };
}

async function daysOf(db: ReadDb, memberId: number, from: Date = new Date(0)) {
  const ids = wallets.map((wallet) => memberAccount(memberId, wallet));
  const changes = (side: "credit_id" | "debit_id") => sql`
    select entry_id, effective_at, ${side === "credit_id" ? sql`amount` : sql`-amount`} as change
    from ledger_postings where ${sql.ref(side)} = any (${ids}::bigint[])
      and ${sql.raw(accountSql.isMembers(side))} and effective_at >= ${from}`;
  const earned = rewardKindNames.map(
    (kind) =>
      sql`coalesce(sum(change) filter (where coalesce(undone.kind, entry.kind) = ${sql.lit(kind)}), 0)::bigint as ${sql.ref(kind)}`,
  );
  const { rows } = await sql<DayRow & { total_fc: Fc }>`
    select total.fc as total_fc, each_day.*
    from (select coalesce(sum(balance), 0)::bigint as fc from ledger_accounts where id = any (${ids}::bigint[])) total
    left join (
      select (posting.effective_at at time zone 'Asia/Kolkata')::date as day, sum(change)::bigint as change,
        coalesce(-sum(change) filter (where entry.kind = 'withdrawal_requested'), 0)::bigint as withdrawn, ${sql.join(earned)}
      from (${changes("credit_id")} union all ${changes("debit_id")}) posting
      -- One by one: a plain join may read the entries of all members.
      cross join lateral (select kind, reversal_of from ledger_entries where id = posting.entry_id offset 0) entry
      -- A reward that was taken back is no longer earned.
      left join ledger_entries undone on undone.id = entry.reversal_of
      group by day
    ) each_day on true`.execute(db);
  // A member without any entry still has a row, with the total alone.
  return { totalFc: sure(rows[0]).total_fc, rows: rows.filter(({ day }) => day !== null) };
}

function earliest(rows: readonly DayRow[], to: string): string {
  return rows.reduce((first, { day }) => (day < first ? day : first), to);
}

function sumOf(rows: readonly DayRow[]): Fc {
  return rows.reduce((sum, { change }) => plus(sum, asFc(change)), noFc);
}

interface Span {
  from: string;
  to: string;
}

function balancesBack(lastFc: Fc, { from, to }: Span, byDay: ReadonlyMap<string, DayRow>): number[] {
  const balances: number[] = [];
  let balanceFc = lastFc;
  for (let day = to; day >= from; day = daysAfter(day, -1)) {
    balances.push(fcToWire(balanceFc));
    balanceFc = minus(balanceFc, byDay.get(day)?.change ?? noFc);
  }
  return balances.toReversed();
}

const spanDays = [1, 7, 30, 91] as const;
const mostSpans = 100;

/** Counted back from today, so that the newest span is whole; all of the same length but the first. */
function spansOf(from: string, to: string): Span[] {
  const days = daysBetween(from, to) + 1;
  const length = spanDays.find((each) => days / each <= mostSpans) ?? 365;
  const spans: Span[] = [];
  for (let end = to; end >= from; end = daysAfter(end, -length)) {
    const start = daysAfter(end, 1 - length);
    spans.push({ from: start < from ? from : start, to: end });
  }
  return spans.toReversed();
}

function earnedIn(rows: readonly DayRow[], { from, to }: Span): Record<RewardKind, number> {
  const inside = rows.filter(({ day }) => day >= from && day <= to);
  return byRewardKind((kind) => fcToWire(inside.reduce((sum, row) => plus(sum, row[kind]), noFc)));
}
