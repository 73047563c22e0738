import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { ClosingState } from "./calendar.ts";
import { duesOf, lapsedBecause, pairsOf, type Day } from "./dues.ts";
import { pooledAt } from "./pool.ts";

/**
 * Fixes what a day comes to before anything is paid: matching with its memory, which bonuses lapse, what is due in
 * all, and what the pool covers of it. One transaction: a share for everybody can be told only once all is known.
 */
export async function reckon(tx: Tx, day: Day, now: Date): Promise<ClosingState> {
  await sql`select set_config('work_mem', '128MB', true)`.execute(tx);
  await matchPairs(tx, day);
  const lapsed = await decideBonuses(tx, day);
  const dues = duesOf(day, {
    pairs: sql`select * from closing_pairs where day = ${day.day}`,
    directs: sql`select sponsor_id, stake_id from direct_bonuses_due
      where decided_on = ${day.day} and lapsed_because is null`,
    members: () => sql`true`,
  });
  await sql`
    update closings set state = 'paying', reckoned_at = ${now}, ros_due_fc = total.ros, direct_due_fc = total.direct,
      pair_due_fc = total.pair, offer_due_fc = total.offer, due_fc = total.ros + total.direct + total.pair + total.offer,
      available_fc = ${pooledAt(day.cut)}, lapsed_bonuses = ${lapsed},
      flushed_usd_cents = (select coalesce(sum(flushed_usd_cents), 0) from closing_pairs where day = ${day.day}),
      chunks = (select coalesce(max(id), 0) / chunk_members + 1 from members)
    from (
      select coalesce(sum(due_fc) filter (where kind = 'ros'), 0)::bigint as ros,
        coalesce(sum(due_fc) filter (where kind = 'direct_bonus'), 0)::bigint as direct,
        coalesce(sum(due_fc) filter (where kind = 'pair_matching'), 0)::bigint as pair,
        coalesce(sum(due_fc) filter (where kind = 'offer_reward'), 0)::bigint as offer
      from (${dues}) due
    ) total
    where day = ${day.day}`.execute(tx);
  return "paying";
}

/** What was taken is remembered in the same transaction that records it. */
async function matchPairs(tx: Tx, day: Day): Promise<void> {
  await sql`
    with pair as (
      insert into closing_pairs (day, member_id, left_usd_cents, right_usd_cents, consumed_usd_cents,
        own_stake_usd_cents, matched_usd_cents, flushed_usd_cents, bonus_usd_cents, matched_before_usd_cents)
      ${pairsOf(day)}
      returning member_id, matched_usd_cents as matched, matched_usd_cents + flushed_usd_cents as taken
    )
    insert into pair_memory as memory (member_id, consumed_usd_cents, matched_usd_cents)
    select member_id, taken, matched from pair
    on conflict (member_id) do update set
      consumed_usd_cents = memory.consumed_usd_cents + excluded.consumed_usd_cents,
      matched_usd_cents = memory.matched_usd_cents + excluded.matched_usd_cents`.execute(tx);
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
