import { operatorLog, operatorLogCsv, operators } from "@fc/contract/operators/console";
import type { QueryOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const operatorsQuery = queryOptions({
  queryKey: ["operators"],
  queryFn: async () => (await call(operators)).data,
});

type LogQuery = QueryOf<typeof operatorLog>;

export function operatorLogQuery(query: LogQuery) {
  return pageQuery(["operator-log", query], () => call(operatorLog, { query }));
}

/** Everything that fits, not only the page. */
export async function downloadLog(query: LogQuery): Promise<void> {
  await download(operatorLogCsv, { query: withoutPage(query) });
}
