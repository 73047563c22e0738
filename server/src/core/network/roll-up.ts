import { sure } from "@fc/contract/sure";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { second } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Task } from "../../platform/jobs.ts";
import { eachLevel, indexOf } from "./blocks.ts";

/** Enough to merge many rows into one, and few enough for a transaction of about a second. */
const batchRows = 50_000;

export interface RolledUp {
  /** Rows that members' transactions had appended. */
  pending: number;
  /** Rows of weights that they changed. */
  weights: number;
}

export function rollUpTask(db: Db): Task {
  return {
    name: "network.roll-up",
    everyMs: second,
    hasWork: () => hasPending(db),
    async run() {
      await rollUp(db);
    },
  };
}

async function hasPending(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean;
  }>`select exists (select from leg_weights_pending) as has`.execute(db);
  return sure(rows[0]).has;
}

/** Moves everything pending into the weights. Does nothing while another worker does it. */
export async function rollUp(db: Db): Promise<RolledUp> {
  const total: RolledUp = { pending: 0, weights: 0 };
  for (;;) {
    const batch = await atomically(db, rollUpBatch, batchRows);
    total.pending += batch.pending;
    total.weights += batch.weights;
    if (batch.pending < batchRows) return total;
  }
}

/**
 * One statement takes rows from one table and adds them to the other, so it happens once or not at all, and every
 * reader sees each event exactly once.
 */
export async function rollUpBatch(tx: Tx, limit: number): Promise<RolledUp> {
  // One at a time: two would only wait for each other at the rows near the root.
  const lock = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_xact_lock(${advisoryLocks.legWeights}) as taken`.execute(tx);
  if (!lock.rows[0]?.taken) return { pending: 0, weights: 0 };

  const index = sql.raw(indexOf("pos"));
  const { rows } = await sql<RolledUp>`
    with batch as (
      delete from leg_weights_pending
      where ctid = any (array(select ctid from leg_weights_pending limit ${limit}))
      returning run_head_id, side, pos, users, active_users, business_usd_cents
    ), by_place as materialized (
      select run_head_id, side, pos, count(*) as events, sum(users) as users, sum(active_users) as active_users,
        sum(business_usd_cents) as business_usd_cents
      from batch group by run_head_id, side, pos
    ), written as (
      insert into leg_weights as weight
        (run_head_id, side, level, index, users, active_users, business_usd_cents)
      select run_head_id, side, level, ${index}, sum(users), sum(active_users), sum(business_usd_cents)
      from by_place cross join ${sql.raw(eachLevel)}
      where ${index} > 0
      group by run_head_id, side, level, ${index}
      on conflict (run_head_id, side, level, index) do update set
        users = weight.users + excluded.users,
        active_users = weight.active_users + excluded.active_users,
        business_usd_cents = weight.business_usd_cents + excluded.business_usd_cents
      returning 1
    )
    select (select coalesce(sum(events), 0)::int from by_place) as pending,
      (select count(*)::int from written) as weights`.execute(tx);
  return rows[0] ?? { pending: 0, weights: 0 };
}
