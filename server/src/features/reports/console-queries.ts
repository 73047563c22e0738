import { type Fc, noFc, plus, minus } from "@fc/contract/units";
import {
  reportDefinitions,
  type ReportCell,
  type ReportDefinition,
  type ReportName,
} from "@fc/contract/reports/console";
import { fcFromWire, fcToWire, usdCentsToWire } from "@fc/contract/money";
import { coverageBasisPoints } from "@fc/contract/plan/rules";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { sql, type Selectable } from "kysely";
import type { ReadDb } from "../../platform/db.ts";
import type { Schema } from "../../platform/schema.ts";
import { figuresBetween } from "./measure.ts";

/** Days as India counts them, both included. */
export interface Period {
  from: string;
  to: string;
}

type ReportRows = ReportCell[][];

/** The rows of each report; contract/src/reports/console.ts has their columns. */
const reports: Record<ReportName, (db: ReadDb, period: Period, now: Date) => Promise<ReportRows>> = {
  stakes: async (db, period, now) =>
    (await daysOf(db, period, now)).map((row) => [
      row.day,
      row.stakes,
      usdCentsToWire(row.stakes_usd_cents),
      fcToWire(row.stakes_fc),
      fcToWire(row.from_transfer_fc),
    ]),
  payouts: async (db, period, now) =>
    (await daysOf(db, period, now)).map((row) => [
      row.day,
      row.payouts,
      fcToWire(row.payouts_fc),
      fcToWire(row.fees_fc),
      fcToWire(row.deductions_fc),
      fcToWire(row.taxes_fc),
      fcToWire(minus(row.payouts_fc, row.fees_fc, row.deductions_fc, row.taxes_fc)),
    ]),
  liabilities,
  growth,
  "top-legs": topLegs,
  "income-distribution": incomeDistribution,
};

export async function reportRows(
  db: ReadDb,
  { report, period, now }: { report: ReportName; period: Period; now: Date },
): Promise<ReportRows> {
  return reports[report](db, period, now);
}

/** Adds up in units of FC, so that sums of any column are exact to four decimals. */
export function totalsOf(report: ReportName, rows: ReportRows): ReportCell[] | null {
  const { columns, totals }: ReportDefinition = reportDefinitions[report];
  if (totals.length === 0 || rows.length === 0) return null;
  return columns.map((_, at) =>
    totals.includes(at)
      ? fcToWire(rows.reduce((sum, row) => plus(sum, fcFromWire(row[at]) ?? noFc), noFc))
      : null,
  );
}

export async function lastMeasured(db: ReadDb): Promise<string | null> {
  const { at } = await db
    .selectFrom("daily_figures")
    .select((eb) => eb.fn.max<Date | null>("measured_at").as("at"))
    .executeTakeFirstOrThrow();
  return at?.toISOString() ?? null;
}

type DayRow = Selectable<Schema["daily_figures"]>;

/** If the worker has not added up this many days, older ones are missing from reports. */
const lateDays = 2;

/** The days that are added up, and the newest ones, which are not yet, computed from their rows up to now. */
async function daysOf(db: ReadDb, { from, to }: Period, now: Date): Promise<DayRow[]> {
  const today = indiaDayOf(now);
  const recent = daysAfter(today, -lateDays);
  const { rows } = await sql<DayRow>`
    select * from (
      select * from daily_figures
      union all
      select * from (${figuresBetween(recent, today, now)}) as recent (day, new_members, stakes, stakes_usd_cents,
        stakes_fc, from_transfer_fc, payouts, payouts_fc, fees_fc, deductions_fc, measured_at, taxes_fc)
      where recent.day > coalesce((select max(daily_figures.day) from daily_figures), '-infinity')
        and recent.day >= (select (min(joined_at) at time zone 'Asia/Kolkata')::date from members)
    ) each
    where day between ${from}::date and ${to}::date order by day`.execute(db);
  return rows;
}

async function growth(db: ReadDb, period: Period, now: Date): Promise<ReportRows> {
  const days = await daysOf(db, { from: "2000-01-01", to: period.to }, now);
  const standings = await db
    .selectFrom("daily_standings")
    .select(["day", "active_members"])
    .where("day", ">=", period.from)
    .execute();
  const active = new Map(standings.map((row) => [row.day, row.active_members]));
  let members = 0;
  const rows: ReportRows = [];
  for (const { day, new_members } of days) {
    members += new_members;
    if (day >= period.from) rows.push([day, new_members, members, active.get(day) ?? null]);
  }
  return rows;
}

async function liabilities(db: ReadDb, { from, to }: Period): Promise<ReportRows> {
  const rows = await db
    .selectFrom("closings")
    .leftJoin("daily_standings as standing", "standing.day", "closings.day")
    .select(["closings.day", "due_fc", "available_fc"])
    .select(["wallets_fc", "pending_fc", "staked_fc", "to_return_fc"])
    .where("state", "=", "sealed")
    .where("closings.day", ">=", from)
    .where("closings.day", "<=", to)
    .orderBy("closings.day")
    .execute();
  const measured = (amountFc: Fc | null) => (amountFc === null ? null : fcToWire(amountFc));
  return rows.map((row) => [
    row.day,
    fcToWire(row.due_fc),
    fcToWire(row.available_fc),
    coverageBasisPoints({ dueFc: row.due_fc, availableFc: row.available_fc }),
    measured(row.wallets_fc),
    measured(row.pending_fc),
    measured(row.staked_fc),
    measured(row.to_return_fc),
  ]);
}

async function topLegs(db: ReadDb, { from, to }: Period): Promise<ReportRows> {
  const newest = db
    .selectFrom("top_legs")
    .select((eb) => eb.fn.max("day").as("day"))
    .where("day", ">=", from)
    .where("day", "<=", to);
  const rows = await db
    .selectFrom("top_legs")
    .innerJoin("members", "members.id", "top_legs.member_id")
    .select(["name", "ref_id", "left_users", "right_users", "left_usd_cents", "right_usd_cents"])
    .where("day", "=", newest)
    .orderBy("place")
    .execute();
  return rows.map((row) => [
    row.name,
    row.ref_id,
    row.left_users,
    usdCentsToWire(row.left_usd_cents),
    row.right_users,
    usdCentsToWire(row.right_usd_cents),
    usdCentsToWire(plus(row.left_usd_cents, row.right_usd_cents)),
  ]);
}

async function incomeDistribution(db: ReadDb, { from, to }: Period): Promise<ReportRows> {
  const { rows } = await sql<{ digits: number; members: number; paid_fc: Fc }>`
    select digits, round(sum(members)::numeric / max(days.count), 1)::float8 as members, (sum(paid_fc) / max(days.count))::bigint as paid_fc
    from daily_incomes cross join (
      select count(distinct day) as count from daily_incomes where day between ${from}::date and ${to}::date
    ) days
    where day between ${from}::date and ${to}::date
    group by digits order by digits`.execute(db);
  return rows.map(({ digits, members, paid_fc }) => [bandText(digits), members, fcToWire(paid_fc)]);
}

function bandText(digits: number): string {
  if (digits === 0) return "Nothing";
  if (digits === 1) return "Below 10 FC";
  const from = 10 ** (digits - 1);
  return `${from.toLocaleString("en-IN")} to ${(from * 10).toLocaleString("en-IN")} FC`;
}
