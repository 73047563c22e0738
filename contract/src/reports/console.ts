import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { daysAfter, periodFields } from "../period.ts";
import { route } from "../route.ts";
import { csv, wholeNumber } from "../table.ts";
import { timestamp } from "../wire.ts";

/** What operators report on, each by a period: a row a day, or the newest state in it. */
export const reportNames = [
  "stakes",
  "payouts",
  "liabilities",
  "growth",
  "top-legs",
  "income-distribution",
] as const;
export type ReportName = (typeof reportNames)[number];

/** How a column's figures are to be read. */
export const columnUnits = ["day", "count", "FC", "USD", "share", "text"] as const;

const column = z.object({ title: z.string(), unit: z.enum(columnUnits) });
export type ReportColumn = z.output<typeof column>;

const cell = z.nullable(z.union([z.string(), z.number()]));
export type ReportCell = z.output<typeof cell>;

export interface ReportDefinition {
  readonly title: string;
  readonly about: string;
  readonly columns: readonly ReportColumn[];
  /** Which column the chart draws, over the first one. */
  readonly chart: number;
  /** Which columns the last line adds up. */
  readonly totals: readonly number[];
}

const day = { title: "Day", unit: "day" } as const;
const fc = (title: string) => ({ title, unit: "FC" }) as const;
const usd = (title: string) => ({ title, unit: "USD" }) as const;
const count = (title: string) => ({ title, unit: "count" }) as const;

export const reportDefinitions = {
  stakes: {
    title: "Stakes",
    about: "Stakes that began on each day, also those that were undone later.",
    columns: [day, count("Stakes"), usd("Staked"), fc("Staked"), fc("From transfer wallets")],
    chart: 2,
    totals: [1, 2, 3, 4],
  },
  payouts: {
    title: "Payouts",
    about: "Withdrawals accepted on each day: what left the wallets, what the house kept, what was paid.",
    columns: [
      day,
      count("Withdrawals"),
      fc("Withdrawn"),
      fc("Fees"),
      fc("Deductions"),
      fc("Tax"),
      fc("Paid out"),
    ],
    chart: 6,
    totals: [1, 2, 3, 4, 5, 6],
  },
  liabilities: {
    title: "Liabilities and pool",
    about:
      "What each closed day was due and what the pool held for it. What members held, and what running stakes will still return, is measured soon after each day has ended.",
    columns: [
      day,
      fc("Rewards due"),
      fc("In the pool"),
      { title: "Coverage", unit: "share" },
      fc("In wallets"),
      fc("Asked for"),
      fc("Staked"),
      fc("Still to be returned"),
    ],
    chart: 2,
    totals: [1],
  },
  growth: {
    title: "Growth",
    about:
      "Members who joined on each day, and how many there were. Who is active is measured at the day's end.",
    columns: [day, count("New members"), count("Members"), count("Active members")],
    chart: 1,
    totals: [1],
  },
  "top-legs": {
    title: "Top legs",
    about: "The hundred members with the most business below them, as last measured in the period.",
    columns: [
      { title: "Member", unit: "text" },
      { title: "User ID", unit: "text" },
      count("Left members"),
      usd("Left business"),
      count("Right members"),
      usd("Right business"),
      usd("Both legs"),
    ],
    chart: 6,
    totals: [],
  },
  "income-distribution": {
    title: "Income distribution",
    about: "How much a closed day paid to how many members, on average over the days of the period.",
    columns: [{ title: "Each", unit: "text" }, count("Members a day"), fc("Together a day")],
    chart: 1,
    totals: [1, 2],
  },
} as const satisfies Record<ReportName, ReportDefinition>;

/** How many days a report shows without a period, and at most. */
const usualDays = 30;
const mostDays = 366;

/** The days that a report covers, on the screen and in its file. */
export function reportPeriod(
  query: { from?: string | undefined; to?: string | undefined },
  today: string,
): { from: string; to: string } {
  // A period that ends after today would lose days at its start to the limit, though nothing is there after today.
  const to = query.to === undefined || query.to > today ? today : query.to;
  const earliest = daysAfter(to, 1 - mostDays);
  const from = query.from ?? daysAfter(to, 1 - usualDays);
  return { from: from < earliest ? earliest : from, to };
}

/** How the lines of a report are sorted, on the screen and in its file: by a column, counted from 0. */
export interface ReportOrder {
  sort?: number | undefined;
  order?: "asc" | "desc" | undefined;
}

/** Days come with the newest first, and everything else as it was counted, unless a column is chosen. */
export function inReportOrder<Row extends readonly ReportCell[]>(
  rows: readonly Row[],
  columns: readonly ReportColumn[],
  { sort, order }: ReportOrder,
): readonly Row[] {
  if (sort === undefined) return columns[0]?.unit === "day" ? rows.toReversed() : rows;
  const sign = order === "desc" ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a = null, b = null] = [one[sort], other[sort]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return (
      sign * (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b)))
    );
  });
}

const params = z.object({ report: z.enum(reportNames, "There is no such report") });
const query = z.strictObject(periodFields);
const mostColumns = 20;

export const consoleReport = route({
  method: "GET",
  path: "/console/reports/:report",
  access: operatorRights.read,
  summary: "A report over a period: the last thirty days unless it says otherwise, and a year at most.",
  params,
  query,
  response: z.object({
    data: z.object({
      from: z.string(),
      to: z.string(),
      rows: z.array(z.array(cell)),
      /** Under each column; null where the columns of this report do not add up. */
      totals: z.nullable(z.array(cell)),
      /** When the newest of it was added up; null where nothing was yet. */
      measuredAt: z.nullable(timestamp),
    }),
  }),
});

export const consoleReportCsv = route({
  method: "GET",
  path: "/console/reports/:report/csv",
  access: operatorRights.read,
  summary: "Exactly what the screen shows, as a file.",
  params,
  query: z.extend(query, {
    sort: z.optional(
      wholeNumber("sort").check(z.minimum(0, "Columns start at 0"), z.maximum(mostColumns, "No such column")),
    ),
    order: z.optional(z.enum(["asc", "desc"], "asc or desc")),
  }),
  response: csv,
  download: { contentType: "text/csv", filename: "report.csv" },
});
