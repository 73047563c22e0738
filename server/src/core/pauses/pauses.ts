import { AppError } from "@fc/contract/errors";
import { pauseNames, type Paused, type PauseName } from "@fc/contract/pauses/kinds";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { minute, second } from "../../platform/clock.ts";
import type { ReadDb, Tx } from "../../platform/db.ts";
import { arrivalWaits } from "../arrival/arrival.ts";

interface Asked {
  what: PauseName;
  now: Date;
}

/** How long a caller waits where nobody knows the end. */
const retryMs = 15 * minute;

/**
 * What is paused now. A pause ends by itself, so its row says nothing once it is over. Of a company that moved in, all
 * of it is until somebody opens it.
 */
export async function pausesNow(db: ReadDb, now: Date): Promise<Paused[]> {
  const { rows } = await sql<{ what: PauseName; because: Paused["because"]; until: Date | null }>`
    select what, because, until from pauses where until > ${now} and not ${arrivalWaits}
    union all select what, 'moving', null from unnest(${pauseNames}::text[]) as what where ${arrivalWaits}`.execute(
    db,
  );
  return rows
    .map((row) => ({ ...row, until: row.until?.toISOString() ?? null }))
    .toSorted((one, other) => pauseNames.indexOf(one.what) - pauseNames.indexOf(other.what));
}

/** Why it is refused now; undefined if it is not paused. */
export async function pauseRefusal(db: ReadDb, { what, now }: Asked): Promise<AppError | undefined> {
  const paused = (await pausesNow(db, now)).find((each) => each.what === what);
  if (!paused) return undefined;
  const waitMs = paused.until === null ? retryMs : Date.parse(paused.until) - now.getTime();
  return new AppError("PAUSED", { paused, retryAfterSeconds: Math.ceil(waitMs / second) });
}

/** Before anything is done or a code is sent. What is done asks `heldPauseRefusal`, in its transaction. */
export async function refusePaused(db: ReadDb, asked: Asked): Promise<void> {
  const refusal = await pauseRefusal(db, asked);
  if (refusal) throw refusal;
}

/**
 * The same in the transaction that does it: from here to the commit no pause begins. Take it before other locks, so that
 * a pause that waits for this one keeps nobody waiting who has what this one needs.
 */
export async function heldPauseRefusal(tx: Tx, { what, now }: Asked): Promise<AppError | undefined> {
  const number = pauseNames.indexOf(what);
  await sql`select pg_advisory_xact_lock_shared(${advisoryLocks.pauses}::int, ${number}::int)`.execute(tx);
  return pauseRefusal(tx, { what, now });
}

export async function refuseHeldPause(tx: Tx, asked: Asked): Promise<void> {
  const refusal = await heldPauseRefusal(tx, asked);
  if (refusal) throw refusal;
}

/** Waits until nobody is doing it any more; a request that comes later waits until the pause is written. */
export async function stopForPause(tx: Tx, what: PauseName): Promise<void> {
  const number = pauseNames.indexOf(what);
  await sql`select pg_advisory_xact_lock(${advisoryLocks.pauses}::int, ${number}::int)`.execute(tx);
}
