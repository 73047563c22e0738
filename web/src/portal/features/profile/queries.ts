import { getProfile } from "@fc/contract/profile/portal";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

export function profileQuery(userId: number) {
  return queryOptions({
    queryKey: ["profile", userId],
    queryFn: async () => (await call(getProfile, { params: { userId } })).data,
  });
}
