import { consolePriceCurve, consolePrices, consolePricesCsv } from "@fc/contract/console-prices";
import type { QueryOf } from "@fc/contract/route";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call, callForFile } from "../../lib/api.ts";
import { saveFile } from "../../lib/save-file.ts";

export const pricesKey = ["console-prices"] as const;

export const priceCurveQuery = queryOptions({
  queryKey: [...pricesKey, "curve"],
  queryFn: () => call(consolePriceCurve),
});

type Query = QueryOf<typeof consolePrices>;

export function pricesQuery(query: Query) {
  return queryOptions({
    queryKey: [...pricesKey, "list", query],
    queryFn: async () => {
      const { data, total } = await call(consolePrices, { query });
      return { rows: data, total };
    },
    placeholderData: keepPreviousData,
  });
}

export async function downloadPrices({ order }: Query): Promise<void> {
  saveFile(await callForFile(consolePricesCsv, { query: { order } }), consolePricesCsv.download.filename);
}
