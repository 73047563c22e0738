import { coinComparisons, consoleDeposits } from "@fc/contract/deposits/console";
import type { QueryOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const depositsKey = ["console-deposits"] as const;

export type DepositFilter = QueryOf<typeof consoleDeposits>;

export function depositsQuery(query: DepositFilter) {
  return pageQuery([...depositsKey, query], () => call(consoleDeposits, { query }));
}

export const comparisonsKey = ["console-coin-comparisons"] as const;

export const comparisonsQuery = queryOptions({
  queryKey: comparisonsKey,
  queryFn: async () => (await call(coinComparisons)).data,
  // One that was wanted is done within seconds.
  refetchInterval: ({ state: { data } }) => (data?.isUnderWay ? 2000 : 60_000),
});
