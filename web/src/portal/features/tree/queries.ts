import {
  deepestChart,
  firstChartDepth,
  furtherChartDepth,
  shortestTeamSearch,
  teamSearch,
  userChart,
} from "@fc/contract/tree/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { kept } from "../../../lib/api/kept.ts";

/** A part of the member's team: `depth` levels below a start. */
function chartQuery(userId: number, start: string, depth: number) {
  return queryOptions({
    queryKey: ["tree", userId, "chart", start, depth],
    meta: kept,
    queryFn: async () => (await call(userChart, { params: { userId }, query: { start, depth } })).output,
  });
}

/** What a chart begins with; deep enough to hold a member who was searched for. */
export function wholeChartQuery(userId: number, start: string, isSearch: boolean) {
  return chartQuery(userId, start, isSearch ? deepestChart : firstChartDepth);
}

/** What comes when somebody is opened further down. */
export function furtherChartQuery(userId: number, start: string) {
  return chartQuery(userId, start, furtherChartDepth);
}

/** Whose name or user id fits what was typed. */
export function searchQuery(userId: number, text: string) {
  return queryOptions({
    queryKey: ["tree", userId, "search", text],
    queryFn: () => call(teamSearch, { params: { userId }, query: { text } }),
    enabled: text.length >= shortestTeamSearch,
    staleTime: 60_000,
    retry: false,
  });
}
