import type { QueryOf } from "@fc/contract/route";
import { coverageReport, coverageReportCsv, transparency } from "@fc/contract/transparency";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, callForFile } from "../../lib/api.ts";
import { saveFile } from "../../lib/save-file.ts";

type Query = QueryOf<typeof coverageReport>;

export function transparencyQuery(userId: number) {
  return queryOptions({
    queryKey: ["transparency", userId],
    queryFn: async () => (await call(transparency, { params: { userId } })).data,
  });
}

export function coverageQuery(query: Query) {
  return queryOptions({
    queryKey: ["coverage", query],
    queryFn: async () => {
      const { data, total } = await call(coverageReport, { query });
      return { rows: data, total };
    },
    placeholderData: keepPreviousData,
  });
}

export async function downloadCoverage(query: Query): Promise<void> {
  saveFile(await callForFile(coverageReportCsv, { query }), coverageReportCsv.download.filename);
}
