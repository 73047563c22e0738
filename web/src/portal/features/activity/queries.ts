import {
  activity,
  activityCsv,
  activitySums,
  balanceHistory,
  type HistoryRange,
} from "@fc/contract/activity/portal";
import { messagesSaying } from "@fc/contract/ledger/message";
import type { InputOf } from "@fc/contract/route";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { firstPage } from "../../../lib/api/first-page.ts";
import { download } from "../../../lib/api/download.ts";
import { kept } from "../../../lib/api/kept.ts";

export type ActivityQuery = InputOf<typeof activitySums>["query"];

/** The names of what narrows the history, in the address of the page. */
export const filterNames = ["from", "to", "wallet", "kinds", "search"] as const;

/** What the address says, with the messages that say the search text in the reader's language. */
export function queryOf(
  filters: Readonly<Record<string, string>>,
  translated: (text: string) => string,
): ActivityQuery {
  const messages = messagesSaying(filters["search"] ?? "", translated);
  return { ...filters, ...(messages.length === 0 ? {} : { messages: messages.join(",") }) };
}

const pageSize = 40;

/** What was shown stays until what was chosen next is there. */
export function activityQuery(userId: number, query: ActivityQuery) {
  return infiniteQueryOptions({
    queryKey: ["activity", userId, query],
    meta: kept,
    initialPageParam: firstPage,
    queryFn: ({ pageParam: cursor }) =>
      call(activity, {
        params: { userId },
        query: { ...query, size: pageSize, ...(cursor === undefined ? {} : { cursor }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function activitySumsQuery(userId: number, query: ActivityQuery) {
  return queryOptions({
    queryKey: ["activity-sums", userId, query],
    meta: kept,
    queryFn: async () => (await call(activitySums, { params: { userId }, query })).data,
    placeholderData: keepPreviousData,
  });
}

/** All that is found, however far the page was scrolled. */
export async function downloadActivity(userId: number, query: ActivityQuery): Promise<void> {
  await download(activityCsv, { params: { userId }, query });
}

export function balanceHistoryQuery(userId: number, range: HistoryRange) {
  return queryOptions({
    queryKey: ["balance-history", userId, range],
    meta: kept,
    queryFn: async () => (await call(balanceHistory, { params: { userId }, query: { range } })).data,
    placeholderData: keepPreviousData,
  });
}
