import { consoleStakingRequest } from "@fc/contract/staking/console";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

export const stakingQueueKey = ["console-staking"] as const;

export function stakingRequestQuery(id: number) {
  return queryOptions({
    queryKey: [...stakingQueueKey, id],
    queryFn: async () => (await call(consoleStakingRequest, { params: { id } })).data,
    // The address of the proof's picture is valid for five minutes, so a new one is read before it ends.
    refetchInterval: 4 * 60_000,
  });
}
