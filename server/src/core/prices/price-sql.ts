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
