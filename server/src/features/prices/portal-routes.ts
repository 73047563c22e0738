import { asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { invalidAmount } from "@fc/contract/amounts";
import { AppError } from "@fc/contract/errors";
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
      return { cost: fcToWire(asFc(fcFor15Usd)), inrPerUsd: inrRateToWire(inrPerUsd) };
    }),
    handle(contract.coinToInr, async ({ params, now }) => {
      const amountFc = sure(fcFromWire(params.amount));
      const price = await priceAt(db, now);
      return fitting(() => inrPaiseToWire(inrPaiseForFcInPayersFavour(amountFc, price)));
    }),
    handle(contract.coinToUsd, async ({ params, now }) => {
      const { fcFor15Usd } = await priceAt(db, now);
      const amountFc = sure(fcFromWire(params.amount));
      return fitting(() => usdCentsToWire(usdCentsForFcInPayersFavour(amountFc, fcFor15Usd)));
    }),
    handle(contract.usdToCoin, async ({ params, now }) => {
      const { fcFor15Usd } = await priceAt(db, now);
      const amountUsdCents = sure(usdCentsFromWire(params.amount));
      return fitting(() => fcToWire(fcForUsdInPayersFavour(amountUsdCents, fcFor15Usd)));
    }),
  ];
}

/** Refuses an amount whose value is too large for a JSON number. */
function fitting(convert: () => number): { data: number } {
  try {
    return { data: convert() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError("BAD_REQUEST", { fields: { amount: invalidAmount } });
  }
}
