import { keepPreviousData, queryOptions, type QueryKey } from "@tanstack/react-query";

/** A page for a table, `data` of the answer being its rows. What was shown stays until the next one is there. */
export function pageQuery<Answer extends { data: readonly unknown[] }>(
  queryKey: QueryKey,
  ask: () => Promise<Answer>,
) {
  return queryOptions({
    queryKey,
    queryFn: async () => {
      const { data, ...rest } = await ask();
      return { rows: data as Answer["data"], ...rest };
    },
    placeholderData: keepPreviousData,
  });
}
