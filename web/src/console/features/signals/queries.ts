import { consoleSignal, consoleSignals, highestScores } from "@fc/contract/signals/console";
import type { QueryOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";
import { signalsKey } from "../../signals/queries.ts";

export function signalsQuery(query: QueryOf<typeof consoleSignals>) {
  return pageQuery([...signalsKey, "list", query], () => call(consoleSignals, { query }));
}

export const highestQuery = queryOptions({
  queryKey: [...signalsKey, "highest"],
  queryFn: async () => (await call(highestScores)).data,
});

export function signalQuery(id: number) {
  return queryOptions({
    queryKey: [...signalsKey, "one", id],
    queryFn: async () => (await call(consoleSignal, { params: { id } })).data,
  });
}
