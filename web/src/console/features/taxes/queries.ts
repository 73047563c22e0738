import type { QueryOf } from "@fc/contract/route";
import {
  consoleTaxQuarter,
  consoleTaxQuarterCsv,
  consoleTaxRemittances,
  consoleTaxRules,
} from "@fc/contract/taxes/console";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const taxesKey = ["console-taxes"] as const;

export const taxRulesQuery = queryOptions({
  queryKey: [...taxesKey, "rules"],
  queryFn: () => call(consoleTaxRules),
});

export const taxRemittancesQuery = queryOptions({
  queryKey: [...taxesKey, "remittances"],
  queryFn: () => call(consoleTaxRemittances),
});

interface QuarterOfYear {
  year: number;
  quarter: number;
}

type DeductedFilter = QueryOf<typeof consoleTaxQuarter>;

export function taxQuarterQuery(params: QuarterOfYear, query: DeductedFilter) {
  return pageQuery([...taxesKey, "quarter", params, query], () => call(consoleTaxQuarter, { params, query }));
}

/** What the table shows, on all its pages. */
export async function downloadTaxReturn(params: QuarterOfYear, query: DeductedFilter): Promise<void> {
  await download(consoleTaxQuarterCsv, { params, query: withoutPage(query) });
}
