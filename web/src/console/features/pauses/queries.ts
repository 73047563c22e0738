import { consolePauses } from "@fc/contract/pauses/console";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

export const pausesQuery = queryOptions({
  queryKey: ["console-pauses"],
  queryFn: async () => (await call(consolePauses)).data,
  refetchInterval: 30_000,
});
