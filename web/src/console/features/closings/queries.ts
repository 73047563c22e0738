import { closingProgress, consoleClosings, consoleClosingsCsv } from "@fc/contract/closings/console";
import type { QueryOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { soonMs } from "../../../lib/requested-job.ts";
import { closingsKey } from "../../dry-run/queries.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

type ClosingFilter = QueryOf<typeof consoleClosings>;

export function closingsQuery(query: ClosingFilter) {
  return pageQuery([...closingsKey, "days", query], () => call(consoleClosings, { query }));
}

/** It is read often while a day is being closed or is overdue, and every half minute otherwise. */
export const progressQuery = queryOptions({
  queryKey: [...closingsKey, "progress"],
  queryFn: async () => (await call(closingProgress)).data,
  refetchInterval: ({ state: { data } }) =>
    data && (data.missedDays > 0 || data.state !== "waiting") ? soonMs : 30_000,
});

export async function downloadClosings(query: ClosingFilter): Promise<void> {
  await download(consoleClosingsCsv, { query: withoutPage(query) });
}
