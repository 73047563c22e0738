import { lastDryRun } from "@fc/contract/closings/console";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api/api.ts";
import { isUnderWay, soonMs } from "../../lib/requested-job.ts";

/** Shared by the closings and the dry runs, so that whatever refreshes the closings refreshes the dry run too. */
export const closingsKey = ["console-closings"] as const;

export const dryRunQuery = queryOptions({
  queryKey: [...closingsKey, "dry-run"],
  queryFn: async () => (await call(lastDryRun)).data,
  refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? soonMs : false),
});
