import { dashboard } from "@fc/contract/dashboard/portal";
import { queryOptions } from "@tanstack/react-query";
import { answerThatCame, call } from "../../../lib/api/api.ts";
import { kept } from "../../../lib/api/kept.ts";

const leastMs = 60_000;

/** Requested again when the day has ended, because the next closing is another one then. */
export function dashboardQuery(userId: number) {
  let at: number | undefined;
  return queryOptions({
    // So the page is drawn once, with its figures.
    initialData: () => {
      const came = answerThatCame(dashboard, { params: { userId } });
      at = came?.at;
      return came?.response.data;
    },
    initialDataUpdatedAt: () => at,
    queryKey: ["dashboard", userId],
    meta: kept,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && Math.max(leastMs, Date.parse(data.closing.at) - Date.now()),
    queryFn: async () => (await call(dashboard, { params: { userId } })).data,
  });
}
