import {
  closingProgress,
  consoleClosings,
  consoleClosingsCsv,
  lastDryRun,
} from "@fc/contract/console-closings";
import type { QueryOf } from "@fc/contract/route";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, callForFile } from "../../lib/api.ts";
import { isUnderWay, soonMs } from "../../lib/asked-run.ts";
import { saveFile } from "../../lib/save-file.ts";

type Query = QueryOf<typeof consoleClosings>;

export const closingsKey = ["console-closings"] as const;

export function closingsQuery(query: Query) {
  return queryOptions({
    queryKey: [...closingsKey, "days", query],
    queryFn: async () => {
      const { data, total } = await call(consoleClosings, { query });
      return { rows: data, total };
    },
    placeholderData: keepPreviousData,
  });
}

/** Closely while a day is being closed or should be; otherwise now and then. */
export const progressQuery = queryOptions({
  queryKey: [...closingsKey, "progress"],
  queryFn: async () => (await call(closingProgress)).data,
  refetchInterval: ({ state: { data } }) =>
    data && (data.missedDays > 0 || data.state !== "waiting") ? soonMs : 30_000,
});

export const dryRunQuery = queryOptions({
  queryKey: [...closingsKey, "dry-run"],
  queryFn: async () => (await call(lastDryRun)).data,
  refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? soonMs : false),
});

export async function downloadClosings({ sort, order, from, to }: Query): Promise<void> {
  const file = await callForFile(consoleClosingsCsv, { query: { sort, order, from, to } });
  saveFile(file, consoleClosingsCsv.download.filename);
}
