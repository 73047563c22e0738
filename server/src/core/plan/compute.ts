import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { ClosingState } from "./calendar.ts";
import {
  lapsedBecause,
  pairDues,
  recordedDirects,
  recordedPairs,
  rosTotal,
  singleDues,
  type Day,
} from "./dues.ts";
import { pairsOf } from "./pairs.ts";
import { pooledAt } from "./pool.ts";

/**
 * Fixes what a day comes to before anything is paid: matching with its memory, which bonuses lapse, what is due in
 * all, and what the pool covers of it. One transaction: a share for everybody can be told only once all is known.
 */
export async function reckon(tx: Tx, day: Day, chunkMembers: number, now: Date): Promise<ClosingState> {
  await sql`select set_config('work_mem', '128MB', true)`.execute(tx);
  await matchPairs(tx, day);
  const lapsed = await decideBonuses(tx, day);
  const singles = singleDues(day, recordedPairs(day.day), recordedDirects(day.day));
  const { rows } = await sql<Totals>`
    select (${rosTotal(day)}) as ros_due_fc,
      (select coalesce(sum(due_fc), 0)::bigint
        from (${pairDues(day, recordedPairs(day.day), sql`true`)}) pair) as pair_due_fc,
      coalesce(sum(due_fc) filter (where kind = 'direct_bonus'), 0)::bigint as direct_due_fc,
      coalesce(sum(due_fc) filter (where kind = 'offer_reward'), 0)::bigint as offer_due_fc,
      (select coalesce(sum(flushed_usd_cents), 0)::bigint from closing_pairs where day = ${day.day}) as flushed_usd_cents,
      ${pooledAt(day.cut)} as available_fc,
      -- One of all member ids each, and one for what has entries of its own.
      (select coalesce(max(id), 0) / ${chunkMembers}::int + 2 from members) as chunks
    from (${singles}) single`.execute(tx);
  const totals = rows[0]!;
  const { ros_due_fc, pair_due_fc, direct_due_fc, offer_due_fc } = totals;
  await tx
    .updateTable("closings")
    .set({
      ...totals,
      state: "paying",
      due_fc: ros_due_fc + pair_due_fc + direct_due_fc + offer_due_fc,
      lapsed_bonuses: lapsed,
      reckoned_at: now,
    })
    .where("day", "=", day.day)
    .execute();
  return "paying";
}

interface Totals {
  ros_due_fc: bigint;
  pair_due_fc: bigint;
  direct_due_fc: bigint;
  offer_due_fc: bigint;
  flushed_usd_cents: bigint;
  available_fc: bigint;
  chunks: number;
}

/** What was taken is remembered in the same statement that records it. */
async function matchPairs(tx: Tx, day: Day): Promise<void> {
  await sql`
    with looked_at as materialized (${pairsOf(day)}
    ), recorded as (
      insert into closing_pairs (day, member_id, left_usd_cents, right_usd_cents, consumed_usd_cents,
        own_stake_usd_cents, matched_usd_cents, flushed_usd_cents, bonus_usd_cents, matched_before_usd_cents)
      select day, member_id, left_usd_cents, right_usd_cents, consumed_usd_cents, own_stake_usd_cents,
        matched_usd_cents, flushed_usd_cents, bonus_usd_cents, matched_before_usd_cents
      from looked_at where taken_usd_cents > 0
    )
    insert into pair_memory as memory
      (member_id, consumed_usd_cents, matched_usd_cents, left_is_spent, right_is_spent)
    select member_id, taken_usd_cents, matched_usd_cents, left_is_spent, right_is_spent from looked_at
    on conflict (member_id) do update set
      consumed_usd_cents = memory.consumed_usd_cents + excluded.consumed_usd_cents,
      matched_usd_cents = memory.matched_usd_cents + excluded.matched_usd_cents,
      left_is_spent = excluded.left_is_spent, right_is_spent = excluded.right_is_spent`.execute(tx);
}

/** Every bonus that fell due before the day's end is paid by this closing, or by none. */
async function decideBonuses(tx: Tx, { day, cut }: Day): Promise<number> {
  const { rows } = await sql<{ lapsed: number }>`
    with decided as (
      update direct_bonuses_due due set decided_on = ${day}, lapsed_because = ${lapsedBecause(cut)}
      from stakes where stakes.id = due.stake_id and due.decided_on is null and due.due_at < ${cut}
      returning due.lapsed_because
    )
    select count(lapsed_because)::int as lapsed from decided`.execute(tx);
  return rows[0]?.lapsed ?? 0;
}
