import type { consolePrices, SetPrice } from "@fc/contract/prices/console";
import { fcToWire, inrRateToWire } from "@fc/contract/money";
import type { QueryOf } from "@fc/contract/route";
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
  return readPage(query, {
    rows: ordered(db, query),
    matching: db.selectFrom("prices"),
    show: (row) => toSetPrice(row, { currentId: current?.id, now }),
  });
}

export async function allPrices(db: Db, query: PriceFilter, now: Date) {
  const current = await currentPrice(db, now);
  return allRows(ordered(db, query), (row) => toSetPrice(row, { currentId: current?.id, now }));
}

function ordered(db: Db, { order = "desc" }: PriceFilter) {
  return prices(db).orderBy("price.effective_from", order).orderBy("price.id", order);
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

function toSetPrice(
  row: PriceRow,
  { currentId, now }: { currentId: number | undefined; now: Date },
): SetPrice {
  return {
    id: row.id,
    cost: fcToWire(row.fc_for_15_usd),
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
