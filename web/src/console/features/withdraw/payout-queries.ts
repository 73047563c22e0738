import type { QueryOf } from "@fc/contract/route";
import { consoleHotWallet, consolePayout, consolePayouts } from "@fc/contract/withdraw/console-payouts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const payoutsKey = ["console-payouts"] as const;
/** A payout goes on by itself, within seconds. */
const soonMs = 10_000;

export function payoutsQuery(query: QueryOf<typeof consolePayouts>) {
  return {
    ...pageQuery([...payoutsKey, query], () => call(consolePayouts, { query })),
    refetchInterval: soonMs,
  };
}

export function payoutQuery(id: number) {
  return queryOptions({
    queryKey: [...payoutsKey, id],
    queryFn: async () => (await call(consolePayout, { params: { id } })).data,
    refetchInterval: soonMs,
  });
}

export const hotWalletQuery = queryOptions({
  queryKey: [...payoutsKey, "wallet"],
  queryFn: async () => (await call(consoleHotWallet)).data,
  refetchInterval: soonMs,
});
