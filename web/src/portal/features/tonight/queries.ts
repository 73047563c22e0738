import type { QueryOf } from "@fc/contract/route";
import { tonight, tonightWith } from "@fc/contract/tonight/portal";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

/** Anybody's stake may change it, so it is read again while it is looked at. */
const everyMs = 60_000;

export function tonightQuery(userId: number) {
  return queryOptions({
    queryKey: ["tonight", userId],
    refetchInterval: everyMs,
    queryFn: async () => (await call(tonight, { params: { userId } })).data,
  });
}

export function tonightWithQuery(userId: number, usd: QueryOf<typeof tonightWith>["usd"]) {
  return queryOptions({
    queryKey: ["tonight", userId, usd],
    placeholderData: keepPreviousData,
    queryFn: async () => (await call(tonightWith, { params: { userId }, query: { usd } })).data,
  });
}
