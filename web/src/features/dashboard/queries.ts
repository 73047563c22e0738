import { dashboard } from "@fc/contract/dashboard";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";

export function dashboardQuery(userId: number) {
  return queryOptions({
    queryKey: ["dashboard", userId],
    queryFn: async () => (await call(dashboard, { params: { userId } })).data,
  });
}
