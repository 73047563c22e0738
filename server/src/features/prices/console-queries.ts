import { asFc } from "@fc/contract/units";
import type { consolePrices, PriceState, SetPrice } from "@fc/contract/prices/console";
import { fcToWire, inrRateToWire } from "@fc/contract/money";
import { momentsOf } from "@fc/contract/period";
import type { QueryOf } from "@fc/contract/route";
import { sql, type RawBuilder } from "kysely";
import { currentPrice } from "../../core/prices/prices.ts";
import type { Db } from "../../platform/db.ts";
import { allRows, readPage } from "../../platform/paging.ts";

type PriceFilter = QueryOf<typeof consolePrices>;

function prices(db: Db) {
  return db
    .selectFrom("prices as price")
    .leftJoin("operators as setter", "setter.id", "price.created_by")
    .leftJoin("operators as withdrawer", "withdrawer.id", "price.withdrawn_by")
    .select([
      "price.id",
      "price.fc_for_15_usd",
      "price.inr_per_usd",
      "price.effective_from",
      "price.created_at",
    ])
    .select(["price.withdrawn_at", "setter.name as set_by", "withdrawer.name as withdrawn_by"]);
}

type PriceRow = Awaited<ReturnType<ReturnType<typeof prices>["execute"]>>[number];

export async function pricesPage(db: Db, query: PriceFilter, now: Date) {
  const current = await currentPrice(db, now);
  const moment = { currentId: current?.id, now };
  return readPage(query, {
    rows: ordered(db, query, moment),
    matching: matching(db, query, moment),
    show: (row) => toSetPrice(row, moment),
  });
}

export async function allPrices(db: Db, query: PriceFilter, now: Date) {
  const current = await currentPrice(db, now);
  const moment = { currentId: current?.id, now };
  return allRows(ordered(db, query, moment), (row) => toSetPrice(row, moment));
}

interface PriceMoment {
  currentId: number | undefined;
  now: Date;
}

/** The same states as `toSetPrice` finds, as conditions. */
const hasState = {
  withdrawn: () => sql<boolean>`price.withdrawn_at is not null`,
  scheduled: ({ now }) => sql<boolean>`price.withdrawn_at is null and price.effective_from > ${now}`,
  "in force": ({ currentId = 0, now }) =>
    sql<boolean>`price.withdrawn_at is null and price.effective_from <= ${now} and price.id = ${currentId}`,
  past: ({ currentId = 0, now }) =>
    sql<boolean>`price.withdrawn_at is null and price.effective_from <= ${now} and price.id <> ${currentId}`,
} satisfies Record<PriceState, (moment: PriceMoment) => RawBuilder<boolean>>;

function fits({ state, ...days }: PriceFilter, moment: PriceMoment): RawBuilder<boolean> {
  const { from, to } = momentsOf(days);
  const conditions = [
    state ? hasState[state](moment) : sql`true`,
    from ? sql`price.effective_from >= ${from}` : sql`true`,
    to ? sql`price.effective_from < ${to}` : sql`true`,
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function matching(db: Db, query: PriceFilter, moment: PriceMoment) {
  return db.selectFrom("prices as price").where(fits(query, moment));
}

function ordered(db: Db, query: PriceFilter, moment: PriceMoment) {
  const { order = "desc" } = query;
  return prices(db)
    .where(fits(query, moment))
    .orderBy("price.effective_from", order)
    .orderBy("price.id", order);
}

const mostPoints = 400;

/** The prices that were not withdrawn, the oldest first. */
export async function priceCurve(db: Db, now: Date): Promise<SetPrice[]> {
  const [rows, current] = await Promise.all([
    prices(db)
      .where("price.withdrawn_at", "is", null)
      .orderBy("price.effective_from", "desc")
      .limit(mostPoints)
      .execute(),
    currentPrice(db, now),
  ]);
  return rows.map((row) => toSetPrice(row, { currentId: current?.id, now })).toReversed();
}

function toSetPrice(row: PriceRow, { currentId, now }: PriceMoment): SetPrice {
  return {
    id: row.id,
    cost: fcToWire(asFc(row.fc_for_15_usd)),
    inrPerUsd: inrRateToWire(row.inr_per_usd),
    effectiveFrom: row.effective_from.toISOString(),
    state: row.withdrawn_at
      ? "withdrawn"
      : row.effective_from > now
        ? "scheduled"
        : row.id === currentId
          ? "in force"
          : "past",
    setBy: row.set_by,
    setAt: row.created_at.toISOString(),
    withdrawnBy: row.withdrawn_by,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  };
}
