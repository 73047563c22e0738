import { operatorLog, operators } from "@fc/contract/operators";
import type { QueryOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { pageQuery } from "../../ui/table/page-query.ts";

export const operatorsQuery = queryOptions({
  queryKey: ["operators"],
  queryFn: async () => (await call(operators)).data,
});

export function operatorLogQuery(query: QueryOf<typeof operatorLog>) {
  return pageQuery(["operator-log", query], () => call(operatorLog, { query }));
}
