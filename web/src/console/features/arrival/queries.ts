import { arrival } from "@fc/contract/arrival/console";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";

export const arrivalQuery = queryOptions({
  queryKey: ["console-arrival"],
  queryFn: async () => (await call(arrival)).data,
});
