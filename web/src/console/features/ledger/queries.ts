import {
  houseAccounts,
  ledgerEntries,
  ledgerEntriesCsv,
  ledgerEntry,
  poolFundings,
  verifications,
} from "@fc/contract/ledger/console";
import type { QueryOf } from "@fc/contract/route";
import { liabilities } from "@fc/contract/transparency/liabilities/portal";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { isUnderWay, soonMs } from "../../../lib/requested-job.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const ledgerKey = ["console-ledger"] as const;

export const accountsQuery = queryOptions({
  queryKey: [...ledgerKey, "accounts"],
  queryFn: async () => (await call(houseAccounts)).data,
});

/** Null until a day was published. */
export const publishedQuery = queryOptions({
  queryKey: [...ledgerKey, "published"],
  queryFn: async () => (await call(liabilities, { query: { size: 1 } })).data[0] ?? null,
});

type EntriesQuery = QueryOf<typeof ledgerEntries>;

export function entriesQuery(query: EntriesQuery) {
  return pageQuery([...ledgerKey, "entries", query], () => call(ledgerEntries, { query }));
}

export async function downloadEntries(query: EntriesQuery): Promise<void> {
  await download(ledgerEntriesCsv, { query: withoutPage(query) });
}

/** The lines are read in pages, because an entry of a closing has thousands of them. */
export function entryQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...ledgerKey, "entry", id],
    queryFn: async ({ pageParam: after }) =>
      (await call(ledgerEntry, { params: { id }, query: { after } })).data,
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
}

export const verificationsQuery = queryOptions({
  queryKey: [...ledgerKey, "verifications"],
  queryFn: async () => (await call(verifications)).data,
  refetchInterval: ({ state: { data } }) => (isUnderWay(data?.[0]) ? soonMs : false),
});

export const fundingsQuery = queryOptions({
  queryKey: [...ledgerKey, "fundings"],
  queryFn: () => call(poolFundings, { query: { size: 10 } }),
});
