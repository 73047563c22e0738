import { keepPreviousData, queryOptions, type QueryKey } from "@tanstack/react-query";

/** A page for a table, `data` of the response being its rows. What was shown stays until the next one is there. */
export function pageQuery<Page extends { data: readonly unknown[] }>(
  queryKey: QueryKey,
  read: () => Promise<Page>,
) {
  return queryOptions({
    queryKey,
    queryFn: async () => {
      const { data, ...rest } = await read();
      return { rows: data as Page["data"], ...rest };
    },
    placeholderData: keepPreviousData,
  });
}
