import type { UsdCents } from "@fc/contract/units";
import type { Side } from "@fc/contract/side";
import { sql, type RawBuilder } from "kysely";
import { hour } from "../../platform/clock.ts";
import { businessBefore, legOfSponsor } from "../network/legs.ts";
import { countsAt, type Day } from "./dues.ts";

/** A day and an hour, so that business which was committed after the last closing had read it is found by this one. */
const overlapMs = 25 * hour;

/** Whose matching is computed, and with what. */
interface PairsOptions {
  /** A query of member ids, for one member's projection. Without it: everybody who may have something to match. */
  members?: RawBuilder<unknown> | undefined;
  more?: MoreBusiness | undefined;
}

/** Business that nobody has staked yet, by a member whom this one sponsored, for what one more stake would change. */
export interface MoreBusiness {
  side: Side;
  usdCents: UsdCents;
}

/**
 * The matching of every member who may have something to match on the day: a row for each member with the columns of
 * closing_pairs, and whether each leg has nothing left. Where nothing is matched, `taken_usd_cents` is 0.
 *
 * Nearly all of a million members are left out. After a closing, one leg of every qualified member is used up, so
 * there is something to match only when that leg gets new business, or when the member did not qualify before. To
 * become qualified takes a new stake, the member's own or that of a personally sponsored member.
 */
export function pairsOf(day: Day, { members, more }: PairsOptions = {}): RawBuilder<unknown> {
  const { cut, plan } = day;
  const { basisPoints, capOwnStakeBasisPoints, capUsdCents } = plan.rules.pairMatching;
  const isFirstOfAll = day.isFirst && members === undefined;
  const sponsoredOn = (side: Side) => sql`exists (
    select from placements sponsored
    where sponsored.sponsor_id = candidate.member_id and ${legOfSponsor("sponsored")} = ${side}
      and exists (select from stakes where stakes.member_id = sponsored.member_id and ${countsAt(cut)}))`;
  const activeOn = (side: Side) => (isFirstOfAll || more?.side === side ? sql`true` : sponsoredOn(side));
  const moreOn = (side: Side) => (more?.side === side ? more.usdCents : 0n);
  return sql`
    with candidate as materialized (${members ?? (isFirstOfAll ? activeOnBothSides(cut) : candidates(day))}
    ), qualified as materialized (
      select placements.member_id, placements.side, placements.run_head_id, placements.pos, own.stake
      from candidate join placements using (member_id) cross join lateral (
        select sum(principal_usd_cents)::bigint as stake from stakes
        where stakes.member_id = candidate.member_id and ${countsAt(cut)}
      ) own
      where own.stake > 0 and ${activeOn("left")} and ${activeOn("right")}
    ), legs as materialized (
      select member_id, left_usd_cents + ${moreOn("left")}::bigint as left_usd_cents,
        right_usd_cents + ${moreOn("right")}::bigint as right_usd_cents
      from (${businessBefore("qualified", cut)}) of_legs
    )
    select ${day.day}::date as day, member_id, left_open as left_usd_cents, right_open as right_usd_cents,
      consumed as consumed_usd_cents,
      stake as own_stake_usd_cents, matched as matched_usd_cents, taken - matched as flushed_usd_cents,
      bonus as bonus_usd_cents, matched_before as matched_before_usd_cents, taken as taken_usd_cents, cap as cap_usd_cents,
      left_open <= consumed + taken as left_is_spent, right_open <= consumed + taken as right_is_spent
    from qualified join legs using (member_id) left join pair_memory memory using (member_id)
    cross join lateral (
      -- Without what the system before had taken of each leg, where the member came from another one.
      select coalesce(memory.consumed_usd_cents, 0) as consumed, coalesce(memory.matched_usd_cents, 0) as matched_before,
        left_usd_cents - coalesce(memory.left_before_usd_cents, 0) as left_open,
        right_usd_cents - coalesce(memory.right_before_usd_cents, 0) as right_open
    ) remembered
    cross join lateral (
      select greatest(least(left_open, right_open) - consumed, 0) as taken,
        least(stake * ${capOwnStakeBasisPoints}::bigint / 10000, ${capUsdCents}::bigint) as cap
    ) weaker
    cross join lateral (
      select case when taken * ${basisPoints}::bigint / 10000 > cap then cap * 10000 / ${basisPoints}::bigint
        else taken end as matched, least(taken * ${basisPoints}::bigint / 10000, cap) as bonus
    ) earned`;
}

/** For the first day, which looks at everybody: in one pass over all members, not with two questions about each. */
const activeOnBothSides = (cut: Date) => sql`
  select sponsor_id as member_id from placements
  where sponsor_id is not null
    and exists (select from stakes where stakes.member_id = placements.member_id and ${countsAt(cut)})
  group by sponsor_id
  having bool_or(${legOfSponsor("placements")} = 'left') and bool_or(${legOfSponsor("placements")} = 'right')`;

function candidates({ cut }: Day): RawBuilder<unknown> {
  const since = new Date(cut.getTime() - overlapMs);
  return sql`
    with recursive fresh as materialized (
      select member_id from team_events
      where recorded_at >= ${since} and recorded_at < ${cut} and business_usd_cents > 0
      union
      -- What was held is new on the day from which on it counts.
      select member_id from team_events
      where held_until >= ${since} and held_until < ${cut} and recorded_at < ${cut} and business_usd_cents > 0
    ), way_up as (
      select own.run_head_id, own.side, own.pos from fresh join placements own using (member_id)
      where own.side is not null
      -- Plain union, so that each run is visited once: near the top, all ways up are the same.
      union
      select head.run_head_id, head.side, head.pos
      from way_up join placements head on head.member_id = way_up.run_head_id where head.side is not null
    ), touched as materialized (
      -- New business is in the leg of every member before the last place of a run that got any.
      select run_head_id, side, max(pos) as pos from way_up group by run_head_id, side
    ), memory as materialized (
      -- Read as a whole, for a hash join: the planner would look rows up one by one, which takes ten times as long.
      select member_id, left_is_spent, right_is_spent from pair_memory where left_is_spent or right_is_spent
    )
    select memory.member_id from memory join placements using (member_id)
    join touched on touched.side = placements.side and touched.run_head_id = placements.run_head_id
    where touched.pos > placements.pos and case touched.side when 'left' then left_is_spent else right_is_spent end
    union
    -- The head of a run has every other member of the run behind it.
    select memory.member_id from memory join touched on touched.run_head_id = memory.member_id
    where case touched.side when 'left' then left_is_spent else right_is_spent end
    union
    select member_id from fresh
    union
    select sponsor_id from fresh join placements using (member_id) where sponsor_id is not null`;
}
