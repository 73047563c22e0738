import { reasonOfCredit } from "@fc/contract/reports/credit-reason";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api/api.ts";

/** A computed reward never changes, so its explanation is requested once. */
export function reasonQuery(userId: number, transID: string) {
  return queryOptions({
    queryKey: ["credit-reason", userId, transID],
    queryFn: async () => (await call(reasonOfCredit, { params: { userId, transID } })).data,
    staleTime: Infinity,
  });
}
