import { setTimeout as sleep } from "node:timers/promises";
import { daysAfter, endOfDay } from "@fc/contract/period";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { minute, type Clock } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { currentPrice, priceOf } from "../prices/prices.ts";
import { nextDayToClose, type ClosingState } from "./calendar.ts";
import type { Day } from "./dues.ts";
import { endStakes } from "./ending.ts";
import { payChunk } from "./paying.ts";
import { reckon } from "./compute.ts";
import { planOn, planVersions } from "./versions.ts";

/** Longer than the longest step of a million members, which the usual limit of a statement is not. */
const stepLimitMs = 15 * minute;
const pollMs = 200;
/** Members to a chunk: an entry's lines are numbered up to 32,767. */
const usualChunk = 30_000;

export interface Closing {
  day: string;
  now: Date;
  /** What steps are timed by, where they may take long. */
  clock?: Clock;
  /** Of the first start of this day's closing; afterwards what it was started with counts. */
  chunkMembers?: number;
}

export type StepDone = { state: ClosingState } | { state: "busy" };

/**
 * Closes a day, from wherever it stands: every step is a transaction that moves the day's row on, so that it
 * happens once, whoever does it and however often it is begun. Several workers may close the same day.
 */
export async function closeDay(db: Db, closing: Closing, onStep?: () => Promise<void>): Promise<void> {
  for (;;) {
    const now = closing.clock?.() ?? closing.now;
    const { state } = await atomically(db, closingStep, { ...closing, now });
    if (state === "busy") await sleep(pollMs);
    await onStep?.();
    if (state === "sealed") return;
  }
}

/** Closes every missed day in order, up to and including one. */
export async function closeDaysUpTo(
  db: Db,
  { day, ...given }: Closing,
  onStep?: (day: string) => Promise<void>,
): Promise<string[]> {
  const closed: string[] = [];
  for (let next = (await nextDayToClose(db)) ?? day; next <= day; next = daysAfter(next, 1)) {
    const closingDay = next;
    await closeDay(db, { day: closingDay, ...given }, () => onStep?.(closingDay) ?? Promise.resolve());
    closed.push(closingDay);
  }
  return closed;
}

/** One step of a day's closing, whichever is next; or nothing, while another worker is at one. */
export async function closingStep(tx: Tx, closing: Closing): Promise<StepDone> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLocks.closing}) as taken,
      set_config('statement_timeout', ${String(stepLimitMs)}, true)`.execute(tx);
  if (!rows[0]?.taken) return { state: "busy" };
  const row = await tx.selectFrom("closings").selectAll().where("day", "=", closing.day).executeTakeFirst();
  if (!row) return { state: await open(tx, closing) };
  if (row.state === "sealed") return { state: "sealed" };
  const day = await dayOf(tx, { day: row.day, fixed: row });
  if (row.state === "open") return { state: await reckon(tx, day, row.chunk_members, closing.now) };
  if (row.state === "paying") return { state: await payChunk(tx, day, row) };
  return { state: (await endStakes(tx, day)) ? "ending" : await seal(tx, closing) };
}

/** Days follow each other: what a day pays depends on what the days before it paid and matched. */
async function open(tx: Tx, { day, now, chunkMembers = usualChunk }: Closing): Promise<ClosingState> {
  if (now < endOfDay(day)) throw new Error(`${day} has not ended yet`);
  const next = await nextDayToClose(tx);
  if (next !== undefined && day !== next) throw new Error(`${next} is the next day to close, not ${day}`);
  if (next === undefined) await tx.insertInto("closings_begin").values({ first_day: day }).execute();
  const { plan, price } = await dayOf(tx, { day });
  await tx
    .insertInto("closings")
    .values({
      day,
      state: "open",
      plan_version: plan.version,
      price_id: price?.id ?? null,
      chunk_members: chunkMembers,
      opened_at: now,
    })
    .execute();
  return "open";
}

/** What was fixed when the day's closing was opened. */
interface Fixed {
  plan_version: number;
  price_id: number | null;
}

/** The day as its closing sees it, whenever that runs and whatever is added meanwhile. */
export async function dayOf(db: Db, { day, fixed }: { day: string; fixed?: Fixed }): Promise<Day> {
  const cut = endOfDay(day);
  const versions = await planVersions(db);
  const plan = versions.find(({ version }) => version === fixed?.plan_version) ?? (await planOn(db, day));
  const price = fixed
    ? await priceOf(db, fixed.price_id)
    : await currentPrice(db, new Date(cut.getTime() - 1));
  const before = await db.selectFrom("closings").select("day").where("day", "<", day).limit(1).execute();
  return { day, isFirst: before.length === 0, cut, plan, price, versions };
}

/** Nothing changes a sealed day. What was reckoned and what was posted were two queries; here they must agree. */
async function seal(tx: Tx, { day, now }: Closing): Promise<ClosingState> {
  const { due_fc, available_fc, paid_fc } = await tx
    .updateTable("closings")
    .set({ state: "sealed", sealed_at: now })
    .where("day", "=", day)
    .returning(["due_fc", "available_fc", "paid_fc"])
    .executeTakeFirstOrThrow();
  if (available_fc >= due_fc && paid_fc !== due_fc) {
    throw new Error(`The closing of ${day} paid ${paid_fc} where ${due_fc} were due`);
  }
  return "sealed";
}
