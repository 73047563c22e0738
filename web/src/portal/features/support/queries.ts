import { getProfile } from "@fc/contract/profile/portal";
import { faq, ownSupportMessages, ownSupportThread } from "@fc/contract/support/portal";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

/** The key of everything that a member's own messages show. Writing reloads it. */
export const supportKey = ["support"] as const;

/** An answer may come while the page is open. */
const refetchMs = 60_000;
const pageSize = 10;

export function ownMessagesQuery(userId: number) {
  return infiniteQueryOptions({
    queryKey: [...supportKey, "list", userId],
    queryFn: ({ pageParam: page }) =>
      call(ownSupportMessages, { params: { userId }, query: { page, size: pageSize } }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (total > pages.length * pageSize ? pages.length + 1 : undefined),
    refetchInterval: refetchMs,
  });
}

export function threadQuery(userId: number, reference: string) {
  return queryOptions({
    queryKey: [...supportKey, "thread", userId, reference],
    queryFn: async () => (await call(ownSupportThread, { params: { userId, reference } })).data,
    refetchInterval: refetchMs,
  });
}

/** Where an answer can reach the member, to fill the form with. */
export function contactQuery(userId: number) {
  return queryOptions({
    // The same as the profile page's, so that both share one answer.
    queryKey: ["profile", userId],
    queryFn: async () => (await call(getProfile, { params: { userId } })).data,
  });
}

export function faqQuery(language: string) {
  return queryOptions({
    queryKey: ["faq", language],
    queryFn: async () => (await call(faq)).data,
    staleTime: 5 * 60_000,
  });
}
