import { operatorLog, operators } from "@fc/contract/operators";
import type { QueryOf } from "@fc/contract/route";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";

export const operatorsQuery = queryOptions({
  queryKey: ["operators"],
  queryFn: async () => (await call(operators)).data,
});

export function operatorLogQuery(query: QueryOf<typeof operatorLog>) {
  return queryOptions({
    queryKey: ["operator-log", query],
    queryFn: async () => {
      const { data, total } = await call(operatorLog, { query });
      return { rows: data, total };
    },
    placeholderData: keepPreviousData,
  });
}
