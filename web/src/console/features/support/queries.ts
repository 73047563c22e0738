import { consoleFaq } from "@fc/contract/support/console-faq";
import { consoleSupport, consoleSupportMessage, type SupportFilter } from "@fc/contract/support/console";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

/** The key of all queries of the inbox. Each action reloads them together. */
export const inboxKey = ["console-support"] as const;

/** What the inbox and its file ask for. */
export function inboxFilter(filter: SupportFilter, search: string) {
  return { filter, ...(search !== "" && { search }) };
}

export function inboxQuery(filter: SupportFilter, search: string) {
  return queryOptions({
    queryKey: [...inboxKey, "list", filter, search],
    queryFn: () => call(consoleSupport, { query: { ...inboxFilter(filter, search), size: 100 } }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

export function inboxMessageQuery(id: number) {
  return queryOptions({
    queryKey: [...inboxKey, "message", id],
    queryFn: async () => (await call(consoleSupportMessage, { params: { id } })).data,
    refetchInterval: 30_000,
  });
}

export const faqQuery = queryOptions({
  queryKey: ["console-faq"],
  queryFn: async () => (await call(consoleFaq)).data,
});
