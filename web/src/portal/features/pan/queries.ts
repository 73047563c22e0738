import { getPanRecord } from "@fc/contract/pan/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

export function panQuery(userId: number) {
  return queryOptions({
    queryKey: ["pan", userId],
    queryFn: async () => (await call(getPanRecord, { params: { userId } })).data,
  });
}
