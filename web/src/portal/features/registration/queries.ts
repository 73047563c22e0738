import { referrerName } from "@fc/contract/registration/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

export function referrerQuery(refId: string) {
  return queryOptions({
    queryKey: ["referrer", refId],
    queryFn: async () => (await call(referrerName, { params: { refId } })).name,
    enabled: refId !== "",
    staleTime: Infinity,
  });
}
