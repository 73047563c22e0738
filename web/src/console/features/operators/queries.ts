import { operatorLog, operatorLogCsv, operators } from "@fc/contract/operators/console";
import type { QueryOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { download } from "../../../lib/api/download.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const operatorsQuery = queryOptions({
  queryKey: ["operators"],
  queryFn: async () => (await call(operators)).data,
});

type LogQuery = QueryOf<typeof operatorLog>;

export function operatorLogQuery(query: LogQuery) {
  return pageQuery(["operator-log", query], () => call(operatorLog, { query }));
}

export async function downloadLog({ order, operatorId, search }: LogQuery): Promise<void> {
  await download(operatorLogCsv, { query: { order, operatorId, search } });
}
