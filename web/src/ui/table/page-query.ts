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
      const page: Page = await read();
      const { data: _, ...rest } = page;
      const rows: Page["data"] = page.data;
      return { rows, ...rest };
    },
    placeholderData: keepPreviousData,
  });
}
