import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import type { Db, ReadDb, Tx } from "../../platform/db.ts";

export interface Price {
  id: number;
  /** Units of FC that $15 buy. */
  fcFor15Usd: bigint;
  /** Rupees for a dollar, in 1/10,000. */
  inrPerUsd: bigint;
}

/** The price in force at a moment. Store its id with whatever is computed from it. */
export async function priceAt(db: Db, at: Date): Promise<Price> {
  const price = await currentPrice(db, at);
  if (!price) throw new AppError("PRICE_UNSET");
  return price;
}

/** The price in force, or undefined while none is set. */
export function currentPrice(db: ReadDb, at: Date): Promise<Price | undefined> {
  return db
    .selectFrom("prices")
    .select(["id", "fc_for_15_usd as fcFor15Usd", "inr_per_usd as inrPerUsd"])
    .where("effective_from", "<=", at)
    .where("withdrawn_at", "is", null)
    .orderBy("effective_from", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Every price that is in force at some moment of a time, the first one first. */
export function pricesDuring(db: Db, { from, to }: { from: Date; to: Date }) {
  return db
    .selectFrom("prices")
    .select(["fc_for_15_usd as fcFor15Usd", "inr_per_usd as inrPerUsd", "effective_from as from"])
    .where("withdrawn_at", "is", null)
    .where("effective_from", "<=", to)
    .where((eb) => {
      const inForce = eb
        .selectFrom("prices")
        .select((inner) => inner.fn.max("effective_from").as("from"))
        .where("withdrawn_at", "is", null)
        .where("effective_from", "<=", from);
      return eb("effective_from", ">=", eb.fn.coalesce(inForce, eb.val(from)));
    })
    .orderBy("effective_from")
    .execute();
}

/** When the next price after a moment begins; undefined while none is set for later. */
export async function nextPriceFrom(db: Db, at: Date): Promise<Date | undefined> {
  const next = await db
    .selectFrom("prices")
    .select("effective_from as from")
    .where("effective_from", ">", at)
    .where("withdrawn_at", "is", null)
    .orderBy("effective_from")
    .limit(1)
    .executeTakeFirst();
  return next?.from;
}

/** The price that something was computed at, by its id. */
export function priceOf(db: ReadDb, id: number | null): Promise<Price | undefined> {
  return db
    .selectFrom("prices")
    .select(["id", "fc_for_15_usd as fcFor15Usd", "inr_per_usd as inrPerUsd"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The largest price that the wire carries exactly. */
const mostUnits = 10n ** 15n;

interface NewPrice {
  fcFor15Usd: bigint;
  inrPerUsd: bigint;
  effectiveFrom: Date;
  /** The operator who set it; none where the product itself did. */
  createdBy?: number;
  now: Date;
}

/**
 * Sets a price from a moment on, until the next one begins. That moment is never in the past, because amounts have
 * already been computed with the price of then.
 */
export async function addPrice(tx: Tx, price: NewPrice): Promise<number> {
  const { fcFor15Usd, inrPerUsd, effectiveFrom, createdBy = null, now } = price;
  for (const [field, units] of Object.entries({ fcFor15Usd, inrPerUsd })) {
    if (units <= 0n || units >= mostUnits) throw refused(field, "Please enter a price above zero");
  }
  checkBeginning(effectiveFrom, now);
  await lockPrices(tx);
  const atThatMoment = await tx
    .selectFrom("prices")
    .select("id")
    .where("effective_from", "=", effectiveFrom)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  if (atThatMoment) throw refused("effectiveFrom", "Another price begins at this moment");
  const { id } = await tx
    .insertInto("prices")
    .values({
      fc_for_15_usd: fcFor15Usd,
      inr_per_usd: inrPerUsd,
      effective_from: effectiveFrom,
      created_at: now,
      created_by: createdBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Amounts of the past have already been computed with the price of then. */
export function checkBeginning(effectiveFrom: Date, now: Date): void {
  if (effectiveFrom < now) throw refused("effectiveFrom", "A price cannot begin in the past");
}

/** Prices are changed one after the other, so that each change sees the one before. */
export async function lockPrices(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.prices})`.execute(tx);
}

/** Withdraws a price that has not begun; returns nothing where it has, or where somebody was first. */
export function withdrawPrice(
  tx: Tx,
  { id, withdrawnBy, now }: { id: number; withdrawnBy: number; now: Date },
): Promise<{ fcFor15Usd: bigint; from: Date } | undefined> {
  return tx
    .updateTable("prices")
    .set({ withdrawn_at: now, withdrawn_by: withdrawnBy })
    .where("id", "=", id)
    .where("withdrawn_at", "is", null)
    .where("effective_from", ">", now)
    .returning(["fc_for_15_usd as fcFor15Usd", "effective_from as from"])
    .executeTakeFirst();
}

function refused(field: string, why: string): AppError {
  return new AppError("BAD_REQUEST", { fields: { [field]: why } });
}
