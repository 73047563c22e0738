import * as contract from "@fc/contract/reports/console";
import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { percentText } from "@fc/contract/plan/difference";
import { csvLines } from "../../platform/csv.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { lastMeasured, reportRows, totalsOf } from "./console-queries.ts";

/** How many days a report shows without a period, and at most. */
const usualDays = 30;
const mostDays = 366;

export function reportConsoleRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleReport, async ({ params, query, now }) => {
      // A period that ends after today would lose days at its start to the limit, though nothing is there after today.
      const today = indiaDayOf(now);
      const to = query.to === undefined || query.to > today ? today : query.to;
      const earliest = daysAfter(to, 1 - mostDays);
      const from = query.from ?? daysAfter(to, 1 - usualDays);
      const period = { from: from < earliest ? earliest : from, to };
      const [rows, measuredAt] = await Promise.all([
        reportRows(db, { report: params.report, period, now }),
        lastMeasured(db),
      ]);
      return { data: { ...period, rows, totals: totalsOf(params.report, rows), measuredAt } };
    }),
    handle(contract.consoleReportCsv, async ({ params, query, now }) => {
      const { from = "2000-01-01", to = indiaDayOf(now) } = query;
      const rows = await reportRows(db, { report: params.report, period: { from, to }, now });
      const { columns } = contract.reportDefinitions[params.report];
      return csvLines(columns.map(heading), rows, (row) =>
        row.map((cell, at) =>
          cell === null ? "" : columns[at]?.unit === "share" ? percentText(Number(cell)) : cell,
        ),
      );
    }),
  ];
}

function heading({ title, unit }: contract.ReportColumn): string {
  return unit === "FC" ? `${title} (FC)` : unit === "USD" ? `${title} ($)` : title;
}
