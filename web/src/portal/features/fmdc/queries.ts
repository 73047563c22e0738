import { getAllFmdcs } from "@fc/contract/fmdc/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

/** The member's own, if there is one. */
export function fmdcQuery(refId: string) {
  return queryOptions({
    queryKey: ["fmdc", refId],
    queryFn: async () => (await call(getAllFmdcs)).find((record) => record.refId === refId) ?? null,
  });
}
