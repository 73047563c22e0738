import * as contract from "@fc/contract/reports/console";
import { indiaDayOf } from "@fc/contract/period";
import { percentText } from "@fc/contract/plan/difference";
import { csvLines } from "../../platform/csv.ts";
import { fileNamed, reading, type BoundRoute } from "../../platform/http/handle.ts";
import { lastMeasured, reportRows, totalsOf } from "./console-queries.ts";

export function reportConsoleRoutes(): BoundRoute[] {
  return [
    reading(contract.consoleReport, async ({ reads, params, query, now }) => {
      const period = contract.reportPeriod(query, indiaDayOf(now));
      const [rows, measuredAt] = await Promise.all([
        reportRows(reads, { report: params.report, period, now }),
        lastMeasured(reads),
      ]);
      return { data: { ...period, rows, totals: totalsOf(params.report, rows), measuredAt } };
    }),
    reading(contract.consoleReportCsv, async ({ reads, params: { report }, query, now }) => {
      const period = contract.reportPeriod(query, indiaDayOf(now));
      const rows = await reportRows(reads, { report, period, now });
      const columns: readonly contract.ReportColumn[] = contract.reportDefinitions[report].columns;
      const totals = totalsOf(report, rows);
      const shown = contract.inReportOrder(rows, columns, query);
      const lines = totals ? [...shown, ["In all", ...totals.slice(1)]] : shown;
      const file = csvLines(columns.map(heading), lines, (row) =>
        row.map((cell, at) =>
          cell === null ? "" : columns[at]?.unit === "share" ? percentText(Number(cell)) : cell,
        ),
      );
      return fileNamed(file, `${report}-${period.from}-${period.to}.csv`);
    }),
  ];
}

function heading({ title, unit }: contract.ReportColumn): string {
  return unit === "FC" ? `${title} (FC)` : unit === "USD" ? `${title} ($)` : title;
}
