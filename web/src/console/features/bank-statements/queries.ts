import { bankAccounts, bankLines, bankStatements } from "@fc/contract/bank-statements/console";
import { bankMatches } from "@fc/contract/bank-statements/console-matches";
import type { QueryOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";
import { bankKey } from "../../bank/queries.ts";

export type BankLineFilter = QueryOf<typeof bankLines>;

export function linesQuery(query: BankLineFilter) {
  return pageQuery([...bankKey, "lines", query], () => call(bankLines, { query }));
}

export const accountsQuery = queryOptions({
  queryKey: [...bankKey, "accounts"],
  queryFn: async () => (await call(bankAccounts)).data,
});

export const statementsQuery = queryOptions({
  queryKey: [...bankKey, "statements"],
  queryFn: async () => (await call(bankStatements)).data,
});

export const matchesQuery = queryOptions({
  queryKey: [...bankKey, "matches"],
  queryFn: async () => (await call(bankMatches)).data,
});
