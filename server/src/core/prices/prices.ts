import { AppError } from "@fc/contract/errors";
import type { Db } from "../../platform/db.ts";

export interface Price {
  id: number;
  /** Units of FC that $15 buy. */
  fcFor15Usd: bigint;
  /** Rupees for a dollar, in 1/10,000. */
  inrPerUsd: bigint;
}

/** The price in force at a moment. Store its id with whatever is computed from it. */
export async function priceAt(db: Db, at: Date): Promise<Price> {
  const price = await db
    .selectFrom("prices")
    .select(["id", "fc_for_15_usd as fcFor15Usd", "inr_per_usd as inrPerUsd"])
    .where("effective_from", "<=", at)
    .orderBy("effective_from", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!price) throw new AppError("PRICE_UNSET");
  return price;
}
