import { keepPreviousData, queryOptions, type QueryKey } from "@tanstack/react-query";
import { kept } from "../../lib/api/kept.ts";

/** A page for a table, `data` of the response being its rows. What was shown stays until the next one is there. */
export function pageQuery<Page extends { data: readonly unknown[] }>(
  queryKey: QueryKey,
  read: () => Promise<Page>,
) {
  return queryOptions({
    queryKey,
    meta: kept,
    queryFn: async () => {
      const { data, ...rest } = await read();
      return { rows: data as Page["data"], ...rest };
    },
    placeholderData: keepPreviousData,
  });
}
