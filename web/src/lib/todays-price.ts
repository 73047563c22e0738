import { dailyPrice } from "@fc/contract/prices/portal";
import { ApiError, call } from "./api/api.ts";

/** Coins for $15; undefined where no price is set, which not everything needs. */
export async function coinsFor15Usd(): Promise<number | undefined> {
  try {
    return (await call(dailyPrice)).cost;
  } catch (error) {
    if (error instanceof ApiError && error.code === "PRICE_UNSET") return undefined;
    throw error;
  }
}
