import { sql, type RawBuilder } from "kysely";
import { hour } from "../../platform/clock.ts";
import { businessBefore } from "../network/legs.ts";
import { ranAt, type Day } from "./dues.ts";

/** A day and an hour: what was committed only after the last closing had looked is looked at by this one. */
const overlapMs = 25 * hour;

/**
 * Everybody whom the day's closing has to look at for matching, with what it finds: one row a member, as of
 * closing_pairs, and also whether each leg has nothing left. `taken_usd_cents` is not above zero where nothing is
 * matched.
 *
 * Nearly all of a million members need no look. After a closing one leg of everybody who qualified has nothing
 * left; so there is something to match only once something new stands in that leg, or if the member did not
 * qualify before. And to qualify anew takes a new stake, of one's own or of somebody personally sponsored.
 */
export function pairsOf(day: Day): RawBuilder<unknown> {
  const { cut, plan } = day;
  const { basisPoints, capOwnStakeBasisPoints, capUsdCents } = plan.rules.pairMatching;
  const activeOn = (side: "left" | "right") => sql`exists (
    -- Somebody sponsored stands in the leg of the side that was chosen for them.
    select from placements sponsored where sponsored.sponsor_id = candidate.member_id and sponsored.side = ${side}
      and exists (select from stakes where stakes.member_id = sponsored.member_id and ${ranAt(cut)}))`;
  return sql`
    with candidate as materialized (${day.isFirst ? everySponsor : candidates(day)}
    ), asked as materialized (
      select placements.*, own.stake
      from candidate join placements using (member_id) cross join lateral (
        select sum(principal_usd_cents)::bigint as stake from stakes
        where stakes.member_id = candidate.member_id and ${ranAt(cut)}
      ) own
      where own.stake > 0 and ${activeOn("left")} and ${activeOn("right")}
    ), legs as materialized (${businessBefore("asked", cut)}
    )
    select ${day.day}::date as day, member_id, left_usd_cents, right_usd_cents, consumed as consumed_usd_cents,
      stake as own_stake_usd_cents, matched as matched_usd_cents, taken - matched as flushed_usd_cents,
      bonus as bonus_usd_cents, matched_before as matched_before_usd_cents, taken as taken_usd_cents,
      left_usd_cents <= consumed + taken as left_is_spent, right_usd_cents <= consumed + taken as right_is_spent
    from asked join legs using (member_id) left join pair_memory memory using (member_id)
    cross join lateral (
      select coalesce(memory.consumed_usd_cents, 0) as consumed, coalesce(memory.matched_usd_cents, 0) as matched_before
    ) remembered
    cross join lateral (
      select greatest(least(left_usd_cents, right_usd_cents) - consumed, 0) as taken,
        least(stake * ${capOwnStakeBasisPoints}::bigint / 10000, ${capUsdCents}::bigint) as cap
    ) weaker
    cross join lateral (
      select case when taken * ${basisPoints}::bigint / 10000 > cap then cap * 10000 / ${basisPoints}::bigint
        else taken end as matched, least(taken * ${basisPoints}::bigint / 10000, cap) as bonus
    ) earned`;
}

const everySponsor = sql`select distinct sponsor_id as member_id from placements where sponsor_id is not null`;

function candidates({ cut }: Day): RawBuilder<unknown> {
  const since = new Date(cut.getTime() - overlapMs);
  return sql`
    with recursive fresh as materialized (
      select distinct member_id from team_events
      where recorded_at >= ${since} and recorded_at < ${cut} and business_usd_cents > 0
    ), way_up as (
      select own.run_head_id, own.side, own.pos from fresh join placements own using (member_id)
      where own.side is not null
      -- Each turn once: near the top the ways are the same.
      union
      select head.run_head_id, head.side, head.pos
      from way_up join placements head on head.member_id = way_up.run_head_id where head.side is not null
    ), touched as materialized (
      -- New business stands in the leg of everybody before the last place of a run that got any.
      select run_head_id, side, max(pos) as pos from way_up group by run_head_id, side
    ), memory as materialized (
      -- Read whole, for a hash: sought one by one, at the planner's guess, they would take ten times as long.
      select member_id, left_is_spent, right_is_spent from pair_memory where left_is_spent or right_is_spent
    )
    select memory.member_id from memory join placements using (member_id)
    join touched on touched.side = placements.side and touched.run_head_id = placements.run_head_id
    where touched.pos > placements.pos and case touched.side when 'left' then left_is_spent else right_is_spent end
    union
    -- On the run that it heads, everybody is behind it.
    select memory.member_id from memory join touched on touched.run_head_id = memory.member_id
    where case touched.side when 'left' then left_is_spent else right_is_spent end
    union
    select member_id from fresh
    union
    select sponsor_id from fresh join placements using (member_id) where sponsor_id is not null`;
}
