import type { QueryOf } from "@fc/contract/route";
import { coverageReport, coverageReportCsv, transparency } from "@fc/contract/transparency/portal";
import { reserveMonthsCsv } from "@fc/contract/transparency/reserves";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

type CoverageFilter = QueryOf<typeof coverageReport>;

export function transparencyQuery(userId: number) {
  return queryOptions({
    queryKey: ["transparency", userId],
    queryFn: async () => (await call(transparency, { params: { userId } })).data,
  });
}

export function coverageQuery(query: CoverageFilter) {
  return pageQuery(["coverage", query], () => call(coverageReport, { query }));
}

export async function downloadCoverage(query: CoverageFilter): Promise<void> {
  await download(coverageReportCsv, { query });
}

export async function downloadReserves(): Promise<void> {
  await download(reserveMonthsCsv);
}
