import type { QueryOf } from "@fc/contract/route";
import { consoleTaxQuarter, consoleTaxQuarterCsv, consoleTaxRules } from "@fc/contract/taxes/console";
import { financialYearText } from "@fc/contract/taxes/financial-year";
import { queryOptions } from "@tanstack/react-query";
import { call, callForFile } from "../../../lib/api/api.ts";
import { saveFile } from "../../../lib/api/save-file.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const taxesKey = ["console-taxes"] as const;

export const taxRulesQuery = queryOptions({
  queryKey: [...taxesKey, "rules"],
  queryFn: () => call(consoleTaxRules),
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
  const { sort, order, search } = query;
  const file = await callForFile(consoleTaxQuarterCsv, { params, query: { sort, order, search } });
  saveFile(file, `tax-return-${financialYearText(params.year)}-Q${params.quarter}.csv`);
}
