import { setTimeout as sleep } from "node:timers/promises";
import { daysAfter, endOfDay } from "@fc/contract/period";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { minute, type DatabaseClock } from "../../platform/clock.ts";
import { atomically, type Db, type ReadDb, type Tx } from "../../platform/db.ts";
import { traced } from "../../platform/tracing/spans.ts";
import { refuseBeforeOpening } from "../arrival/arrival.ts";
import { pushClosing } from "../notifications/closing-push.ts";
import { currentPrice, priceOf } from "../prices/prices.ts";
import { taxRuleOf, taxRuleOn } from "../taxes/rules.ts";
import { nextDayToClose, type ClosingState } from "./calendar.ts";
import type { Day } from "./dues.ts";
import { endStakes } from "./ending.ts";
import { payChunk } from "./paying.ts";
import { computeDay } from "./compute.ts";
import { planOn, planVersions } from "./versions.ts";

/** The usual limit of a statement is too short for the longest step of a million members. */
const stepLimitMs = 15 * minute;
const pollMs = 200;
/** Member ids in a chunk. An entry can hold at most 32,767 lines. */
const usualChunk = 30_000;
/** While one payer adds to the balances, which begins with the pool's and lasts until its commit, another one inserts. */
const payersAtOnce = 2;

export interface Closing {
  day: string;
  now: Date;
  /** Gives the time of each step, where steps may take long. */
  clock?: DatabaseClock;
  /** Counts only when this day's closing is opened; later steps keep the size it was opened with. */
  chunkMembers?: number;
}

export type StepDone = { state: ClosingState } | { state: "busy" };

/**
 * Closes a day from whatever state it is in. Every step is a transaction that also moves the day's row on, so that it
 * happens once, however often and by however many workers it is started.
 */
export async function closeDay(db: Db, closing: Closing, onStep?: () => Promise<void>): Promise<void> {
  const step = async () => {
    const now = (await closing.clock?.()) ?? closing.now;
    const span = { name: "closing step", facts: { "fc.day": closing.day } };
    const { state } = await traced(span, async (note) => {
      const done = await atomically(db, closingStep, { ...closing, now });
      note({ "fc.state_after": done.state });
      return done;
    });
    await onStep?.();
    return state;
  };
  for (;;) {
    const state = await step();
    if (state === "sealed") return;
    if (state === "paying") await payAtOnce(step);
    if (state === "busy") await sleep(pollMs);
  }
}

/** Pays until no payer finds a free chunk. If one fails, the other one goes on alone, and the failure is told at the end. */
async function payAtOnce(step: () => Promise<StepDone["state"]>): Promise<void> {
  const payOn = async () => {
    while ((await step()) === "paying");
  };
  const ended = await Promise.allSettled(Array.from({ length: payersAtOnce }, payOn));
  for (const payer of ended) if (payer.status === "rejected") throw payer.reason;
}

/** Closes every missed day in order, up to and including one. */
export async function closeDaysUpTo(
  db: Db,
  { day, ...options }: Closing,
  onStep?: (day: string) => Promise<void>,
): Promise<string[]> {
  const closed: string[] = [];
  for (let next = (await nextDayToClose(db)) ?? day; next <= day; next = daysAfter(next, 1)) {
    const closingDay = next;
    await closeDay(db, { day: closingDay, ...options }, () => onStep?.(closingDay) ?? Promise.resolve());
    closed.push(closingDay);
  }
  return closed;
}

/** Does the next step of a day's closing, or nothing while another worker does it. */
export async function closingStep(tx: Tx, closing: Closing): Promise<StepDone> {
  const isPaying = (await closingOf(tx, closing.day))?.state === "paying";
  const lock = isPaying ? sql`pg_try_advisory_xact_lock_shared` : sql`pg_try_advisory_xact_lock`;
  const { rows } = await sql<{ taken: boolean }>`
    select ${lock}(${advisoryLocks.closing}) as taken,
      set_config('statement_timeout', ${String(stepLimitMs)}, true)`.execute(tx);
  if (!rows[0]?.taken) return { state: "busy" };
  // A payer waits for the pool until the other one has committed.
  if (isPaying) await sql`select set_config('lock_timeout', ${String(stepLimitMs)}, true)`.execute(tx);
  const row = await closingOf(tx, closing.day);
  if (!row) return { state: await open(tx, closing) };
  if (row.state === "sealed") return { state: "sealed" };
  // Another worker has paid the last chunk meanwhile. Only who is alone may go on.
  if (isPaying && row.state !== "paying") return { state: row.state };
  const day = await dayOf(tx, { day: row.day, fixed: row });
  if (row.state === "open") {
    return { state: await computeDay(tx, day, { chunkMembers: row.chunk_members, now: closing.now }) };
  }
  if (row.state === "paying") return { state: await payChunk(tx, day, row) };
  return { state: (await endStakes(tx, day)) ? "ending" : await seal(tx, closing) };
}

function closingOf(tx: Tx, day: string) {
  return tx.selectFrom("closings").selectAll().where("day", "=", day).executeTakeFirst();
}

/** Opens days only in order, because what a day pays depends on what the days before it paid and matched. */
async function open(tx: Tx, { day, now, chunkMembers = usualChunk }: Closing): Promise<ClosingState> {
  if (now < endOfDay(day)) throw new Error(`${day} has not ended yet`);
  await refuseBeforeOpening(tx);
  const next = await nextDayToClose(tx);
  if (next !== undefined && day !== next) throw new Error(`${next} is the next day to close, not ${day}`);
  if (next === undefined) await tx.insertInto("closings_begin").values({ first_day: day }).execute();
  const { plan, price, taxRule } = await dayOf(tx, { day });
  await tx
    .insertInto("closings")
    .values({
      day,
      state: "open",
      plan_version: plan.version,
      price_id: price?.id ?? null,
      tax_rule_id: taxRule?.id ?? null,
      chunk_members: chunkMembers,
      opened_at: now,
    })
    .execute();
  return "open";
}

/** What was fixed when the day's closing was opened. */
interface FixedTerms {
  plan_version: number;
  price_id: number | null;
  tax_rule_id: number | null;
}

/** The day as its closing sees it: the same however late the closing runs and whatever was added meanwhile. */
export async function dayOf(db: ReadDb, { day, fixed }: { day: string; fixed?: FixedTerms }): Promise<Day> {
  const cut = endOfDay(day);
  const versions = await planVersions(db);
  const plan = versions.find(({ version }) => version === fixed?.plan_version) ?? (await planOn(db, day));
  const price = fixed
    ? await priceOf(db, fixed.price_id)
    : await currentPrice(db, new Date(cut.getTime() - 1));
  const rule = fixed ? await taxRuleOf(db, fixed.tax_rule_id) : await taxRuleOn(db, day);
  const taxRule = rule?.taken === "credit" ? rule : undefined;
  const before = await db.selectFrom("closings").select("day").where("day", "<", day).limit(1).execute();
  return { day, isFirst: before.length === 0, cut, plan, price, versions, taxRule };
}

/** Nothing changes a sealed day. The dues and the postings came from different queries; here they must agree. */
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
  await pushClosing(tx, { day, now });
  return "sealed";
}
