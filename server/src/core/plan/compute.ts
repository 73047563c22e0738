import { type Fc, type UsdCents, asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { rewardKindNames } from "@fc/contract/plan/reward-kinds";
import { sql, type Selectable } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { Schema } from "../../platform/schema.ts";
import type { ClosingState } from "./calendar.ts";
import { decidedBy, lapsedBecause, recordsOf, type Day } from "./dues.ts";
import { pairsOf } from "./pairs.ts";
import { pooledAt } from "./pool.ts";
import { rewardComputations } from "./rewards.ts";

/**
 * Fixes the totals of a day before anything is paid: matching and what it has taken so far, which bonuses lapse, what
 * is due in all, and what the pool covers of it. This is one transaction, because nobody's share is known before all dues are.
 */
export async function computeDay(
  tx: Tx,
  day: Day,
  { chunkMembers, now }: { chunkMembers: number; now: Date },
): Promise<ClosingState> {
  await sql`select set_config('work_mem', '128MB', true)`.execute(tx);
  await matchPairs(tx, day);
  const lapsed = await decideBonuses(tx, day);
  const due_fc = asFc(await recordDues(tx, day));
  const { rows } = await sql<{ flushed_usd_cents: UsdCents; available_fc: Fc; chunks: number }>`
    select
      (select coalesce(sum(flushed_usd_cents), 0)::bigint from closing_pairs where day = ${day.day}) as flushed_usd_cents,
      ${pooledAt(day.cut)} as available_fc,
      -- Enough chunks for all member ids, and one for the rewards that have entries of their own.
      (select coalesce(max(id), 0) / ${chunkMembers}::int + 2 from members) as chunks`.execute(tx);
  await tx
    .updateTable("closings")
    .set({ ...sure(rows[0]), state: "paying", due_fc, lapsed_bonuses: lapsed, computed_at: now })
    .where("day", "=", day.day)
    .execute();
  return "paying";
}

/** A row for each kind of reward. Returns their sum. */
async function recordDues(tx: Tx, day: Day): Promise<bigint> {
  const sums = rewardKindNames.map(
    (kind) => sql`
      select ${day.day}::date as day, ${kind}::ledger_kind as kind, coalesce(sum(due_fc), 0)::bigint as due_fc
      from (${rewardComputations[kind].dues(day, recordsOf(day.day))}) due`,
  );
  // Not as part of the insert: PostgreSQL would then not add up a million stakes in parallel.
  const { rows } = await sql<DueRow>`${sql.join(sums, sql` union all `)}`.execute(tx);
  await tx.insertInto("closing_dues").values(rows).execute();
  return rows.reduce((sum, { due_fc }) => sum + due_fc, 0n);
}

type DueRow = Selectable<Schema["closing_dues"]>;

/** Records the day's matching and remembers in the same statement what it took from the legs. */
async function matchPairs(tx: Tx, day: Day): Promise<void> {
  await sql`
    with candidate as materialized (${pairsOf(day)}
    ), recorded as (
      insert into closing_pairs (day, member_id, left_usd_cents, right_usd_cents, consumed_usd_cents,
        own_stake_usd_cents, matched_usd_cents, flushed_usd_cents, bonus_usd_cents, matched_before_usd_cents)
      select day, member_id, left_usd_cents, right_usd_cents, consumed_usd_cents, own_stake_usd_cents,
        matched_usd_cents, flushed_usd_cents, bonus_usd_cents, matched_before_usd_cents
      from candidate where taken_usd_cents > 0
    )
    insert into pair_memory as memory
      (member_id, consumed_usd_cents, matched_usd_cents, left_is_spent, right_is_spent)
    select member_id, taken_usd_cents, matched_usd_cents, left_is_spent, right_is_spent from candidate
    on conflict (member_id) do update set
      consumed_usd_cents = memory.consumed_usd_cents + excluded.consumed_usd_cents,
      matched_usd_cents = memory.matched_usd_cents + excluded.matched_usd_cents,
      left_is_spent = excluded.left_is_spent, right_is_spent = excluded.right_is_spent`.execute(tx);
}

/** Decides every bonus that fell due before the day's end: this closing pays it, or it lapses for good. */
async function decideBonuses(tx: Tx, { day, cut }: Day): Promise<number> {
  const { rows } = await sql<{ lapsed: number }>`
    with decided as (
      update direct_bonuses_due due set decided_on = ${day}, lapsed_because = ${lapsedBecause(cut)}
      from stakes where stakes.id = due.stake_id and ${decidedBy(cut)}
      returning due.lapsed_because
    )
    select count(lapsed_because)::int as lapsed from decided`.execute(tx);
  return rows[0]?.lapsed ?? 0;
}
