import { getEmail } from "@fc/contract/email/portal";
import { authenticator } from "@fc/contract/security/authenticator";
import { passkeys } from "@fc/contract/security/passkeys";
import { memberEvents, signedInSessions } from "@fc/contract/security/portal";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { firstPage } from "../../../lib/api/first-page.ts";

/** After any change on this page, all of its queries are reloaded. */
export const securityKey = (userId: number) => ["security", userId] as const;

export function authenticatorQuery(userId: number) {
  return queryOptions({
    queryKey: [...securityKey(userId), "authenticator"],
    queryFn: async () => (await call(authenticator, { params: { userId } })).data,
  });
}

export function passkeysQuery(userId: number) {
  return queryOptions({
    queryKey: [...securityKey(userId), "passkeys"],
    queryFn: async () => (await call(passkeys, { params: { userId } })).data,
  });
}

export function emailQuery(userId: number) {
  return queryOptions({
    queryKey: [...securityKey(userId), "email"],
    queryFn: async () => (await call(getEmail, { params: { userId } })).data,
  });
}

export function sessionsQuery(userId: number) {
  return queryOptions({
    queryKey: [...securityKey(userId), "sessions"],
    queryFn: async () => (await call(signedInSessions, { params: { userId } })).data,
  });
}

export function eventsQuery(userId: number) {
  return infiniteQueryOptions({
    queryKey: [...securityKey(userId), "events"],
    queryFn: ({ pageParam }) => call(memberEvents, { params: { userId }, query: { before: pageParam } }),
    initialPageParam: firstPage,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
  });
}
