import { type Fc, asFc, noFc } from "@fc/contract/units";
import type { ConsoleClosing, consoleClosings } from "@fc/contract/closings/console";
import { fcToWire, usdCentsToWire } from "@fc/contract/money";
import { byRewardSection } from "@fc/contract/plan/reward-kinds";
import { coverageBasisPoints } from "@fc/contract/plan/rules";
import type { QueryOf } from "@fc/contract/route";
import { sql, type Selectable } from "kysely";
import type { ReadDb } from "../../platform/db.ts";
import { readPage } from "../../platform/paging.ts";
import type { Schema } from "../../platform/schema.ts";

type ClosingsFilter = QueryOf<typeof consoleClosings>;

const sorts = {
  day: sql`day`,
  due: sql`due_fc`,
  paid: sql`paid_fc`,
  coverage: sql`least(1, available_fc::numeric / nullif(due_fc, 0))`,
  seconds: sql`sealed_at - opened_at`,
} as const;

function matching(db: ReadDb, { from, to }: ClosingsFilter) {
  let found = db.selectFrom("closings");
  if (from !== undefined) found = found.where("day", ">=", from);
  if (to !== undefined) found = found.where("day", "<=", to);
  return found;
}

function sorted(db: ReadDb, query: ClosingsFilter) {
  const { sort = "day", order = "desc" } = query;
  return matching(db, query)
    .selectAll()
    .orderBy(sorts[sort], (by) => (order === "asc" ? by.asc() : by.desc()).nullsLast())
    .orderBy("day", "desc");
}

export async function closingsPage(db: ReadDb, query: ClosingsFilter) {
  const [{ data, total }, sums] = await Promise.all([
    readPage(query, { rows: sorted(db, query), matching: matching(db, query), show: (row) => row }),
    matching(db, query)
      .select((eb) => [eb.fn.sum<Fc | null>("due_fc").as("due"), eb.fn.sum<Fc | null>("paid_fc").as("paid")])
      .executeTakeFirstOrThrow(),
  ]);
  const totals = {
    dueFc: fcToWire(asFc(BigInt(sums.due ?? 0))),
    paidFc: fcToWire(asFc(BigInt(sums.paid ?? 0))),
  };
  return { data: await withDues(db, data), total, totals };
}

/** There is one row for each day, so years of them fit into memory. */
export async function allClosings(db: ReadDb, query: ClosingsFilter): Promise<ConsoleClosing[]> {
  return withDues(db, await sorted(db, query).execute());
}

type ClosingRow = Selectable<Schema["closings"]>;
type DueRow = Selectable<Schema["closing_dues"]>;

async function withDues(db: ReadDb, rows: readonly ClosingRow[]): Promise<ConsoleClosing[]> {
  const days = rows.map(({ day }) => day);
  const dues = await db
    .selectFrom("closing_dues")
    .selectAll()
    .where(sql<boolean>`day = any (${days}::date[])`)
    .execute();
  const duesOfDay = Map.groupBy(dues, ({ day }) => day);
  return rows.map((row) => toClosing(row, duesOfDay.get(row.day) ?? []));
}

function toClosing(row: ClosingRow, dues: readonly DueRow[]): ConsoleClosing {
  return {
    day: row.day,
    state: row.state,
    planVersion: row.plan_version,
    due: byRewardSection((kind) => fcToWire(dues.find((due) => due.kind === kind)?.due_fc ?? noFc)),
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
