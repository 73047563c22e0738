import { setTimeout as sleep } from "node:timers/promises";
import { daysAfter, endOfDay } from "@fc/contract/period";
import { sql } from "kysely";
import { minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { postSelected } from "../ledger/bulk.ts";
import { priceAt } from "../prices/prices.ts";
import { nextDayToClose, type ClosingState } from "./calendar.ts";
import { duesOf, walletCodes, type Day } from "./dues.ts";
import { endStakes } from "./ending.ts";
import { reckon } from "./reckoning.ts";
import { planOn, planVersions } from "./versions.ts";

/** Any number, the same on every node. Whoever holds it is the only one at a closing. */
const closingLock = 7_215_006;
/** Longer than the longest step of a million members, which the usual limit of a statement is not. */
const stepLimitMs = 15 * minute;
const pollMs = 200;
/** Members to a chunk: an entry's lines are numbered up to 32,767. */
const usualChunk = 30_000;

export interface Closing {
  day: string;
  now: Date;
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
    const { state } = await atomically(db, closingStep, closing);
    if (state === "busy") await sleep(pollMs);
    await onStep?.();
    if (state === "sealed") return;
  }
}

/** Closes every missed day in order, up to and including one. */
export async function closeDaysUpTo(
  db: Db,
  { day, now }: Closing,
  onStep?: (day: string) => Promise<void>,
): Promise<string[]> {
  const closed: string[] = [];
  for (let next = (await nextDayToClose(db)) ?? day; next <= day; next = daysAfter(next, 1)) {
    const closingDay = next;
    await closeDay(db, { day: closingDay, now }, () => onStep?.(closingDay) ?? Promise.resolve());
    closed.push(closingDay);
  }
  return closed;
}

/** One step of a day's closing, whichever is next; or nothing, while another worker is at one. */
export async function closingStep(tx: Tx, closing: Closing): Promise<StepDone> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${closingLock}) as taken,
      set_config('statement_timeout', ${String(stepLimitMs)}, true)`.execute(tx);
  if (!rows[0]?.taken) return { state: "busy" };
  const row = await tx.selectFrom("closings").selectAll().where("day", "=", closing.day).executeTakeFirst();
  if (!row) return { state: await open(tx, closing) };
  if (row.state === "sealed") return { state: "sealed" };
  const day = await dayOf(tx, { day: row.day, version: row.plan_version });
  if (row.state === "open") return { state: await reckon(tx, day, closing.now) };
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

/** The day as its closing sees it, whenever that runs. */
export async function dayOf(db: Db, { day, version }: { day: string; version?: number }): Promise<Day> {
  const cut = endOfDay(day);
  const versions = await planVersions(db);
  const plan = versions.find((each) => each.version === version) ?? (await planOn(db, day));
  const price = await priceAt(db, lastMoment(cut)).catch(noPrice);
  return { day, cut, plan, price, versions };
}

function noPrice(error: unknown): undefined {
  if ((error as { code?: string }).code !== "PRICE_UNSET") throw error;
}

/** When a closing's entries count: on their day, after everything else that happened on it. */
export function lastMoment(cut: Date): Date {
  return new Date(cut.getTime() - 1);
}

interface Row {
  chunk_members: number;
  chunks: number;
  paid_chunks: number;
  due_fc: bigint;
  available_fc: bigint;
}

async function payChunk(tx: Tx, day: Day, row: Row): Promise<ClosingState> {
  const chunk = row.paid_chunks;
  const [from, to] = [chunk * row.chunk_members, (chunk + 1) * row.chunk_members];
  const dues = duesOf(day, {
    pairs: sql`select * from closing_pairs where day = ${day.day}`,
    directs: sql`select sponsor_id, stake_id from direct_bonuses_due
      where decided_on = ${day.day} and lapsed_because is null`,
    members: (column) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`,
  });
  const isShort = row.available_fc < row.due_fc;
  const paid = isShort
    ? sql`div(due_fc * ${row.available_fc}::numeric, ${row.due_fc}::numeric)::bigint`
    : sql`due_fc`;
  const posted = await postSelected(
    tx,
    sql`select kind, kind || '/' || coalesce(name, ${`${day.day}/${chunk}`}) as key,
        ${lastMoment(day.cut)}::timestamptz as effective_at, message, ${day.price?.id ?? null}::int as price_id,
        ${day.plan.version}::int as plan_version, null::jsonb as metadata, 1::bigint as debit_id,
        member_id * 16::bigint + code as credit_id, ${paid} as amount
      from (${dues}) due join ${walletCodes} using (kind) where ${paid} > 0`,
  );
  const isLast = chunk + 1 >= row.chunks;
  const state = isLast ? "ending" : "paying";
  await tx
    .updateTable("closings")
    .set((eb) => ({
      state,
      paid_chunks: chunk + 1,
      paid_fc: eb("paid_fc", "+", posted.amount),
      credits: eb("credits", "+", posted.lines),
    }))
    .where("day", "=", day.day)
    .execute();
  return state;
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
