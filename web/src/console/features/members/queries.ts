import {
  consoleMember,
  consoleMembers,
  consoleMembersCsv,
  consoleMemberStatement,
  consoleMemberStatementCsv,
  consoleMemberTimeline,
  openAdjustments,
  type TimelineKind,
} from "@fc/contract/members/console";
import { consoleMemberHistory } from "@fc/contract/members/console-history";
import { openCorrections } from "@fc/contract/members/console-corrections";
import type { QueryOf } from "@fc/contract/route";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { firstPage } from "../../../lib/api/first-page.ts";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const membersKey = ["console-members"] as const;

export function membersQuery(query: QueryOf<typeof consoleMembers>) {
  return pageQuery([...membersKey, "search", query], () => call(consoleMembers, { query }));
}

export async function downloadMembers(query: QueryOf<typeof consoleMembers>): Promise<void> {
  await download(consoleMembersCsv, { query: withoutPage(query) });
}

/** The key of all queries of a member's page. Each action on the page reloads them together. */
export function memberKey(refId: string) {
  return [...membersKey, "member", refId] as const;
}

export function memberQuery(refId: string) {
  return queryOptions({
    queryKey: [...memberKey(refId), "page"],
    queryFn: async () => (await call(consoleMember, { params: { refId } })).data,
  });
}

export function historyQuery(refId: string) {
  return queryOptions({
    queryKey: [...memberKey(refId), "history"],
    queryFn: async () => (await call(consoleMemberHistory, { params: { refId } })).data,
  });
}

export function timelineQuery(refId: string, kind: TimelineKind | undefined) {
  return infiniteQueryOptions({
    queryKey: [...memberKey(refId), "timeline", kind],
    initialPageParam: firstPage,
    queryFn: ({ pageParam: cursor }) =>
      call(consoleMemberTimeline, {
        params: { refId },
        query: { ...(kind && { kind }), ...(cursor === undefined ? {} : { cursor }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

export function statementQuery(refId: string, query: QueryOf<typeof consoleMemberStatement>) {
  return pageQuery([...memberKey(refId), "statement", query], () =>
    call(consoleMemberStatement, { params: { refId }, query }),
  );
}

export async function downloadStatement(
  refId: string,
  query: QueryOf<typeof consoleMemberStatement>,
): Promise<void> {
  await download(consoleMemberStatementCsv, { params: { refId }, query: withoutPage(query) });
}

export const openAdjustmentsQuery = queryOptions({
  queryKey: [...membersKey, "open-adjustments"],
  queryFn: async () => (await call(openAdjustments)).data,
});

export const openCorrectionsQuery = queryOptions({
  queryKey: [...membersKey, "open-corrections"],
  queryFn: async () => (await call(openCorrections)).data,
});
