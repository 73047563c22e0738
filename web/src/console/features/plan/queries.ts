import { planVersions } from "@fc/contract/plan/console";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { isUnderWay, soonMs } from "../../../lib/requested-job.ts";

export const planQuery = queryOptions({
  queryKey: ["console-plan"],
  queryFn: async () => (await call(planVersions)).data,
  refetchInterval: ({ state: { data } }) => (isUnderWay(data?.draft?.dryRun) ? soonMs : false),
});
