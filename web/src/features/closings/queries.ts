import {
  closingProgress,
  consoleClosings,
  consoleClosingsCsv,
  lastDryRun,
} from "@fc/contract/console-closings";
import type { QueryOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { download } from "../../lib/download.ts";
import { isUnderWay, soonMs } from "../../lib/asked-run.ts";
import { pageQuery } from "../../ui/table/page-query.ts";

type Query = QueryOf<typeof consoleClosings>;

export const closingsKey = ["console-closings"] as const;

export function closingsQuery(query: Query) {
  return pageQuery([...closingsKey, "days", query], () => call(consoleClosings, { query }));
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
  await download(consoleClosingsCsv, { query: { sort, order, from, to } });
}
