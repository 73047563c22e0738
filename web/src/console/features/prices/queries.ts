import { consolePriceCurve, consolePrices, consolePricesCsv } from "@fc/contract/prices/console";
import type { QueryOf } from "@fc/contract/route";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/api/api.ts";
import { download, withoutPage } from "../../../lib/api/download.ts";
import { pageQuery } from "../../../ui/table/page-query.ts";

export const pricesKey = ["console-prices"] as const;

export const priceCurveQuery = queryOptions({
  queryKey: [...pricesKey, "curve"],
  queryFn: () => call(consolePriceCurve),
});

type PriceFilter = QueryOf<typeof consolePrices>;

export function pricesQuery(query: PriceFilter) {
  return pageQuery([...pricesKey, "list", query], () => call(consolePrices, { query }));
}

export async function downloadPrices(query: PriceFilter): Promise<void> {
  await download(consolePricesCsv, { query: withoutPage(query) });
}
