import { consoleJobCounts, consoleJobs } from "@fc/contract/jobs/console";
import type { QueryOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const jobsKey = ["console-jobs"] as const;
const soonMs = 15_000;

export function jobsQuery(query: QueryOf<typeof consoleJobs>) {
  return { ...pageQuery([...jobsKey, query], () => call(consoleJobs, { query })), refetchInterval: soonMs };
}

export const jobCountsQuery = queryOptions({
  queryKey: [...jobsKey, "counts"],
  queryFn: async () => (await call(consoleJobCounts)).data,
  refetchInterval: soonMs,
});
