import * as contract from "@fc/contract/prices/console";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { csvFile, csvTime } from "../../platform/csv.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { pricesSeen, setPrice, withdrawSetPrice } from "./set-prices.ts";
import { allPrices, priceCurve, pricesPage } from "./console-queries.ts";

export function priceConsoleRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.consolePrices, ({ query, now }) => pricesPage(db, query, now)),
    handle(contract.consolePricesCsv, async ({ query, now }) =>
      csvFile(
        contract.priceColumns,
        await allPrices(db, query, now),
        ({ effectiveFrom, cost, inrPerUsd, state, setBy, setAt }) => ({
          effectiveFrom: csvTime(effectiveFrom),
          cost,
          inrPerUsd,
          state,
          setBy: setBy ?? "",
          setAt: csvTime(setAt),
        }),
      ),
    ),
    handle(contract.consolePriceCurve, async ({ now }) => {
      const [data, seen, { repeatAbovePercent, twoAbovePercent }] = await Promise.all([
        priceCurve(db, now),
        pricesSeen(db),
        businessSetting(db, "prices"),
      ]);
      return { data, seen, repeatAbovePercent, twoAbovePercent };
    }),
    handle(contract.addPrice, async ({ body, operating }) => {
      return { data: { id: await atomically(db, setPrice, { ...body, operating, publicUrl }) } };
    }),
    handle(contract.withdrawPrice, async ({ params, operating }) => {
      await atomically(db, withdrawSetPrice, { ...params, operating });
      return {};
    }),
  ];
}
