import { teamPath } from "@fc/contract/tree/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./api/api.ts";

/** The path from a member down to somebody in the own team. */
export function pathQuery(userId: number, refId: string) {
  return queryOptions({
    queryKey: ["tree", userId, "path", refId],
    queryFn: async () => (await call(teamPath, { params: { userId, refId } })).data,
  });
}
