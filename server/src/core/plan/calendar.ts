import { sure } from "@fc/contract/sure";
import { daysAfter, endOfDay, indiaDayOf } from "@fc/contract/period";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { after, minute } from "../../platform/clock.ts";
import type { Db, ReadDb, Tx } from "../../platform/db.ts";
import type { Schema } from "../../platform/schema.ts";

export type ClosingState = Schema["closings"]["state"];

/** The day after the last one closed, or the one that is being closed. Undefined while closings have not begun. */
export async function nextDayToClose(db: ReadDb): Promise<string | undefined> {
  const last = await db
    .selectFrom("closings")
    .select(["day", "state"])
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last) return last.state === "sealed" ? daysAfter(last.day, 1) : last.day;
  const begin = await db.selectFrom("closings_begin").select("first_day").executeTakeFirst();
  return begin?.first_day;
}

/** Whether a day is being closed at this moment. */
export async function isClosing(db: Db): Promise<boolean> {
  const running = await db
    .selectFrom("closings")
    .select("day")
    .where("state", "!=", "sealed")
    .limit(1)
    .executeTakeFirst();
  return running !== undefined;
}

/**
 * Keeps closings from their next step until the commit, for what must not change while a day is being closed. False
 * while one runs. Neither waits for the other: a closing tries its step again, and the member's request is refused.
 */
export async function holdClosings(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock_shared(${advisoryLocks.closing}) as taken`.execute(tx);
  return sure(rows[0]).taken && !(await isClosing(tx));
}

/** Makes today the first day to be closed, unless closings have begun already. */
export async function beginClosings(tx: Tx, { now }: { now: Date }): Promise<void> {
  await tx
    .insertInto("closings_begin")
    .values({ first_day: indiaDayOf(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * A company without members closes nothing: its first day is today until it has one, so that another company can still
 * move in. Returns whether there was no member.
 */
export async function postponeClosings(tx: Tx, { now }: { now: Date }): Promise<boolean> {
  const moved = await tx
    .updateTable("closings_begin")
    .set({ first_day: indiaDayOf(now) })
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom("members").select("id"))))
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom("closings").select("day"))))
    .returning("first_day")
    .executeTakeFirst();
  return moved !== undefined;
}

/** How long after India's midnight a closing waits: by then every transaction of the day has ended or timed out. */
const graceMs = 2 * minute;

/** The last day that can be closed by now. */
export function lastDayToClose(now: Date): string {
  const today = indiaDayOf(now);
  const yesterday = daysAfter(today, -1);
  return now >= after(endOfDay(yesterday), graceMs) ? yesterday : daysAfter(today, -2);
}

export interface Progress {
  /** The day being closed, or the next one to be. */
  day: string;
  state: ClosingState | "waiting";
  /** From 0 to 1. */
  done: number;
  /** Days that have ended and are not closed yet, this one included. */
  missedDays: number;
  /** When the next day's closing is due. */
  dueAt: Date;
}

/** How far the closing is, for the console; undefined while closings have not begun. */
export async function closingProgress(db: Db, now: Date): Promise<Progress | undefined> {
  const day = await nextDayToClose(db);
  if (day === undefined) return undefined;
  const row = await db
    .selectFrom("closings")
    .select(["state", "chunks", "paid_chunks"])
    .where("day", "=", day)
    .executeTakeFirst();
  let missedDays = 0;
  while (endOfDay(daysAfter(day, missedDays)) <= now) missedDays++;
  return { day, state: row?.state ?? "waiting", done: doneOf(row), missedDays, dueAt: endOfDay(day) };
}

/** Computing takes about two fifths of a closing's time. */
const computingShare = 0.4;

function doneOf(row: { state: ClosingState; chunks: number; paid_chunks: number } | undefined): number {
  if (!row || row.state === "open") return 0;
  if (row.state === "paying")
    return computingShare + (1 - computingShare) * (row.paid_chunks / (row.chunks + 1));
  return row.state === "sealed" ? 1 : 0.99;
}
