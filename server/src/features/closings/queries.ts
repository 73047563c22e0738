import type { ConsoleClosing, consoleClosings } from "@fc/contract/closings/console";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { coverageBasisPoints } from "@fc/contract/plan/rules";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import { sql, type Selectable } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { Schema } from "../../platform/schema.ts";

type Query = QueryOf<typeof consoleClosings>;

const sorts = {
  day: sql`day`,
  due: sql`due_fc`,
  paid: sql`paid_fc`,
  coverage: sql`least(1, available_fc::numeric / nullif(due_fc, 0))`,
  seconds: sql`sealed_at - opened_at`,
} as const;

function matching(db: Db, { from, to }: Query) {
  let found = db.selectFrom("closings");
  if (from !== undefined) found = found.where("day", ">=", from);
  if (to !== undefined) found = found.where("day", "<=", to);
  return found;
}

function sorted(db: Db, query: Query) {
  const { sort = "day", order = "desc" } = query;
  return matching(db, query)
    .selectAll()
    .orderBy(sorts[sort], (by) => (order === "asc" ? by.asc() : by.desc()).nullsLast())
    .orderBy("day", "desc");
}

export async function closingsPage(db: Db, query: Query) {
  const { page = 1, size = defaultPageSize } = query;
  const [rows, { total }] = await Promise.all([
    sorted(db, query)
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching(db, query)
      .select((eb) => eb.fn.countAll<bigint>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(toClosing), total: Number(total) };
}

/** A row a day: years of them fit into memory. */
export async function allClosings(db: Db, query: Query): Promise<ConsoleClosing[]> {
  return (await sorted(db, query).execute()).map(toClosing);
}

function toClosing(row: Selectable<Schema["closings"]>): ConsoleClosing {
  return {
    day: row.day,
    state: row.state,
    planVersion: row.plan_version,
    due: {
      ros: fcToWire(row.ros_due_fc),
      directBonus: fcToWire(row.direct_due_fc),
      pairMatching: fcToWire(row.pair_due_fc),
      offers: fcToWire(row.offer_due_fc),
    },
    totalDue: fcToWire(row.due_fc),
    available: fcToWire(row.available_fc),
    paid: fcToWire(row.paid_fc),
    coverage: coverageBasisPoints({ dueFc: row.due_fc, availableFc: row.available_fc }),
    credits: row.credits,
    flushedUsd: usdCentsToWire(row.flushed_usd_cents),
    lapsedBonuses: row.lapsed_bonuses,
    endedStakes: row.ended_stakes,
    openedAt: row.opened_at.toISOString(),
    seconds: row.sealed_at === null ? null : (row.sealed_at.getTime() - row.opened_at.getTime()) / 1000,
  };
}
