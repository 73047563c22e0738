import * as contract from "@fc/contract/prices/portal";
import {
  fcForUsdInPayersFavour,
  fcFromWire,
  fcToWire,
  inrPaiseForFcInPayersFavour,
  inrPaiseToWire,
  inrRateToWire,
  usdCentsForFcInPayersFavour,
  usdCentsFromWire,
  usdCentsToWire,
} from "@fc/contract/money";
import { priceAt } from "../../core/prices/prices.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";

/** Rounds down, as the calls that move money do, so that what is shown is what is taken. */
export function pricePortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.dailyPrice, async ({ now }) => {
      const { fcFor15Usd, inrPerUsd } = await priceAt(db, now);
      return { cost: fcToWire(fcFor15Usd), inrPerUsd: inrRateToWire(inrPerUsd) };
    }),
    handle(contract.coinToInr, async ({ params, now }) => {
      const amountFc = fcFromWire(params.amount)!;
      return { data: inrPaiseToWire(inrPaiseForFcInPayersFavour(amountFc, await priceAt(db, now))) };
    }),
    handle(contract.coinToUsd, async ({ params, now }) => {
      const { fcFor15Usd } = await priceAt(db, now);
      return {
        data: usdCentsToWire(usdCentsForFcInPayersFavour(fcFromWire(params.amount)!, fcFor15Usd)),
      };
    }),
    handle(contract.usdToCoin, async ({ params, now }) => {
      const { fcFor15Usd } = await priceAt(db, now);
      return { data: fcToWire(fcForUsdInPayersFavour(usdCentsFromWire(params.amount)!, fcFor15Usd)) };
    }),
  ];
}
