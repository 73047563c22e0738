import { consoleJobCounts, consoleJobs } from "@fc/contract/console-jobs";
import type { QueryOf } from "@fc/contract/route";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";

export const jobsKey = ["console-jobs"] as const;
const soonMs = 15_000;

export function jobsQuery(query: QueryOf<typeof consoleJobs>) {
  return queryOptions({
    queryKey: [...jobsKey, query],
    queryFn: async () => {
      const { data, total } = await call(consoleJobs, { query });
      return { rows: data, total };
    },
    placeholderData: keepPreviousData,
    refetchInterval: soonMs,
  });
}

export const jobCountsQuery = queryOptions({
  queryKey: [...jobsKey, "counts"],
  queryFn: async () => (await call(consoleJobCounts)).data,
  refetchInterval: soonMs,
});
