import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/db.ts";

/** A company has moved in and nobody has opened it yet. Once it is open it never waits again, so no lock is needed. */
export const arrivalWaits = sql<boolean>`exists (select from arrivals where opened_at is null)`;

export async function isArrivalWaiting(db: ReadDb): Promise<boolean> {
  const waiting = await db
    .selectFrom("arrivals")
    .select("is_only")
    .where("opened_at", "is", null)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Before anything that pays, closes or tells members. What members do themselves is refused by the pauses. */
export async function refuseBeforeOpening(db: ReadDb): Promise<void> {
  if (await isArrivalWaiting(db)) throw new AppError("ARRIVAL_WAITS");
}
