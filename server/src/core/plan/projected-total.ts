import type { Fc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import { after, hour, minute } from "../../platform/clock.ts";
import { atomically, atOneMoment, type Db, type ReadDb, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Task } from "../../platform/jobs.ts";
import type { Day } from "./dues.ts";
import { comingDay, projectedDues } from "./projection.ts";

/**
 * The pool's coverage follows from the dues of all members, which take seconds to add up where there are a million. So
 * a task adds them up, and keeps with the sum what it was computed from: a reader can tell whether it still holds.
 */
const projectionTaskName = "plan.projection";

/** What all dues of a day come to, and what was counted for it. */
export interface ProjectedTotal extends CountedEvents {
  day: string;
  due_fc: Fc;
  computed_at: Date;
  took_ms: number;
}

/** As long as these are the same, so are the dues of a day that is not closed yet. */
interface CountedEvents {
  plan_version: number;
  price_id: number | null;
  events: bigint;
  last_event_id: bigint;
}

/** The day and the hour before it: the closing before may have left out what was committed late. */
const countedMs = 25 * hour;

/**
 * Everything that changes what a day's rewards come to leaves an event in the network, or is another plan or price.
 * Events are counted as well, because one with a lower id may be committed later.
 */
async function countedEvents(db: ReadDb, { plan, price, cut }: Day): Promise<CountedEvents> {
  const { rows } = await sql<Pick<CountedEvents, "events" | "last_event_id">>`
    select count(*) as events, coalesce(max(id), 0)::bigint as last_event_id from team_events
    where recorded_at >= ${after(cut, -countedMs)} and recorded_at < ${cut}`.execute(db);
  return { ...sure(rows[0]), plan_version: plan.version, price_id: price?.id ?? null };
}

/** The newest sum of a day, and whether nothing has changed since. Undefined before the first. */
export async function projectedTotalOf(
  db: ReadDb,
  day: Day,
): Promise<(ProjectedTotal & { isCurrent: boolean }) | undefined> {
  const total = await db
    .selectFrom("closing_projections")
    .selectAll()
    .where("day", "=", day.day)
    .executeTakeFirst();
  if (!total) return undefined;
  const counted = await countedEvents(db, day);
  const names = ["plan_version", "price_id", "events", "last_event_id"] as const;
  return { ...total, isCurrent: names.every((name) => total[name] === counted[name]) };
}

/** For each second of computing this many of rest, so that it never takes more than a twentieth of a processor. */
const restFactor = 20;
/** Shortly before the day ends it does not rest, so that what is shown then is what the closing finds. */
const lastMs = 10 * minute;

/** Adds the dues up again once something has changed. */
export function projectionTask({ db, databaseClock }: Pick<Deps, "db" | "databaseClock">): Task {
  const dueDay = async () => {
    const now = await databaseClock();
    const day = await comingDay(db);
    if (!day) return undefined;
    const total = await projectedTotalOf(db, day);
    if (total?.isCurrent) return undefined;
    const restsUntil = total && after(total.computed_at, total.took_ms * restFactor);
    const isResting = restsUntil !== undefined && now < restsUntil && now < after(day.cut, -lastMs);
    return isResting ? undefined : day;
  };
  return {
    name: projectionTaskName,
    everyMs: minute,
    hasWork: async () => (await dueDay()) !== undefined,
    async run() {
      if (await dueDay()) await projectTotal(db, await databaseClock());
    },
  };
}

/** The usual limit of a statement may be too short for a million members. */
const limitMs = 5 * minute;

/** Adds up what is due in all by the closing's queries, and keeps it with what it was computed from. */
export async function projectTotal(db: Db, now: Date): Promise<void> {
  const total = await atOneMoment(db, readTotal, now);
  if (total) await atomically(db, keepTotal, total);
}

async function readTotal(db: Db, now: Date): Promise<ProjectedTotal | undefined> {
  const day = await comingDay(db);
  if (!day) return undefined;
  await sql`select set_config('statement_timeout', ${String(limitMs)}, true), set_config('work_mem', '64MB', true)`.execute(
    db,
  );
  const began = performance.now();
  const { rows } = await sql<{ due_fc: Fc }>`
    with ${projectedDues(day)} select coalesce(sum(due_fc), 0)::bigint as due_fc from due`.execute(db);
  const took_ms = Math.round(performance.now() - began);
  return {
    ...(await countedEvents(db, day)),
    day: day.day,
    due_fc: sure(rows[0]).due_fc,
    computed_at: now,
    took_ms,
  };
}

/** One row is enough: the sums of closed days are with their closings. */
async function keepTotal(tx: Tx, total: ProjectedTotal): Promise<void> {
  await tx.deleteFrom("closing_projections").where("day", "<>", total.day).execute();
  await tx
    .insertInto("closing_projections")
    .values(total)
    .onConflict((conflict) => conflict.column("day").doUpdateSet(total))
    .execute();
}
