import { sql, type RawBuilder } from "kysely";

type Sql = RawBuilder<unknown>;

/** A price in SQL: columns of `prices`, or parameters. */
export interface PriceInSql {
  fcFor15Usd: Sql;
  inrPerUsd: Sql;
}

/** `inrPaiseForFcInPayersFavour` of contract/src/money.ts over rows: paise, rounded down once. */
export const inrPaiseOf = (amountFc: Sql, { fcFor15Usd, inrPerUsd }: PriceInSql) =>
  sql`div(${amountFc} * 1500::numeric * ${inrPerUsd}, ${fcFor15Usd} * 10000::numeric)::bigint`;

/** `fcForInrPaiseInPayersFavour` over rows: units of FC, rounded down once. */
export const fcOfInrPaise = (amountPaise: Sql, { fcFor15Usd, inrPerUsd }: PriceInSql) =>
  sql`div(${amountPaise} * 10000::numeric * ${fcFor15Usd}, 1500::numeric * ${inrPerUsd})::bigint`;

/**
 * All prices in force from a moment on, as `priced`, for `priceAt` over many rows. Searching an array takes less than a
 * microsecond; a subquery for each of a month's lines takes minutes.
 */
export const pricesInForce = sql`(
  select array_agg(effective_from order by effective_from) as froms,
    array_agg(fc_for_15_usd order by effective_from) as fc_for_15_usd,
    array_agg(inr_per_usd order by effective_from) as inr_per_usd
  from prices where withdrawn_at is null
) as priced`;

/** The price in force at a moment; null before the first one. */
export function priceAt(moment: Sql): PriceInSql {
  const place = sql`width_bucket(${moment}::timestamptz, priced.froms)`;
  return {
    fcFor15Usd: sql`priced.fc_for_15_usd[${place}]`,
    inrPerUsd: sql`priced.inr_per_usd[${place}]`,
  };
}
