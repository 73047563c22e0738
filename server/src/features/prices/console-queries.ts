import type { consolePrices, SetPrice } from "@fc/contract/prices/console";
import { fcToWire, inrRateToWire } from "@fc/contract/money";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import { sql } from "kysely";
import { currentPrice } from "../../core/prices/prices.ts";
import type { Db } from "../../platform/db.ts";

type Query = QueryOf<typeof consolePrices>;

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

type Row = Awaited<ReturnType<ReturnType<typeof prices>["execute"]>>[number];

export async function pricesPage(db: Db, query: Query, now: Date) {
  const { page = 1, size = defaultPageSize, order = "desc" } = query;
  const [rows, { total }, current] = await Promise.all([
    prices(db)
      .orderBy("price.effective_from", order)
      .orderBy("price.id", order)
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    db
      .selectFrom("prices")
      .select(sql<number>`count(*)::int`.as("total"))
      .executeTakeFirstOrThrow(),
    currentPrice(db, now),
  ]);
  return { data: rows.map((row) => toSetPrice(row, { currentId: current?.id, now })), total };
}

const mostPoints = 400;

/** Those that count, oldest first. */
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

function toSetPrice(row: Row, { currentId, now }: { currentId: number | undefined; now: Date }): SetPrice {
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
