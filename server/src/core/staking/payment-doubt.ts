import { type Fc, noFc, minus } from "@fc/contract/units";
import { fcForUsdInPayersFavour } from "@fc/contract/money";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { currentPrice } from "../prices/prices.ts";

/** Why the chain does not show the payment of a request as it should be. */
export interface PaymentDoubt {
  /** What is missing of its cost at the price when it was requested; 0 where enough arrived. */
  shortfallFc: Fc;
  /** Some of its coins came from an address that another member has registered. */
  isFromOthers: boolean;
}

interface PaymentFacts {
  tx_hash: string | null;
  /** What arrived for it; null where nothing did. */
  arrived_fc: Fc | null;
  is_from_others: boolean;
}

/** What the chain knows of the payment of a request, as `request` in a query. */
export const arrivedForIt = sql<Fc | null>`(select sum(amount_fc)::bigint from chain_transfers as transfer
  where transfer.request_id = request.id)`;
export const hasCoinsOfOthers = sql<boolean>`exists (
  select from chain_transfers as transfer
  join coin_addresses as theirs on lower(theirs.address) = lower(transfer.from_address)
  where transfer.request_id = request.id and theirs.member_id <> request.member_id)`;

/**
 * A request that names a transaction, or that coins have arrived for, is judged by the chain; any other one by the proof
 * that its member sent, and then there is no doubt of this kind.
 */
export function doubtIn(facts: PaymentFacts, neededFc: Fc): PaymentDoubt | undefined {
  if (facts.tx_hash === null && facts.arrived_fc === null) return undefined;
  const missingFc = minus(neededFc, facts.arrived_fc ?? noFc);
  const shortfallFc = missingFc > 0n ? missingFc : noFc;
  const isFine = shortfallFc === 0n && !facts.is_from_others;
  return isFine ? undefined : { shortfallFc, isFromOthers: facts.is_from_others };
}

export interface ConfirmedDoubt {
  confirmed_shortfall_fc: Fc | null;
  confirmed_from_others: boolean | null;
}

/** Whether the first of two operators has confirmed exactly this, and not something less grave. */
export function isDoubtConfirmed(row: ConfirmedDoubt, { shortfallFc, isFromOthers }: PaymentDoubt): boolean {
  return row.confirmed_shortfall_fc === shortfallFc && row.confirmed_from_others === isFromOthers;
}

/** Lock the request before: what has arrived for it then stays as it is. */
export async function paymentDoubt(db: Db, requestId: number, now: Date) {
  const row = await db
    .selectFrom("staking_requests as request")
    .select(["tx_hash", "requested_at", "amount_usd_cents"])
    .select([arrivedForIt.as("arrived_fc"), hasCoinsOfOthers.as("is_from_others")])
    .where("id", "=", requestId)
    .executeTakeFirst();
  if (!row) return undefined;
  // Without a price at its time nobody could tell its member how much to pay, so today's counts.
  const price = (await currentPrice(db, row.requested_at)) ?? (await currentPrice(db, now));
  if (!price) return undefined;
  const neededFc = fcForUsdInPayersFavour(row.amount_usd_cents, price.fcFor15Usd);
  const doubt = doubtIn(row, neededFc);
  return doubt && { ...doubt, neededFc };
}
