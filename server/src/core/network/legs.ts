import { type UsdCents, noUsdCents } from "@fc/contract/units";
import { sql, type RawBuilder } from "kysely";
import type { ReadDb } from "../../platform/db.ts";
import { eachLevel, indexOf, lastOfBlock } from "./blocks.ts";
import type { Figures, Legs, Side } from "./types.ts";

const none: Figures = { users: 0, activeUsers: 0, businessUsdCents: noUsdCents };

export interface LegRow {
  member_id: number;
  leg: Side;
  users: number;
  active_users: number;
  business_usd_cents: UsdCents;
}

/**
 * The leg of its sponsor that a member stands in: the side that was chosen at registration. In a company that moved in
 * it may be the other one, or none, because old trees have sponsors who are not above the member.
 */
export const legOfSponsor = (relation: string) =>
  sql`coalesce(${sql.ref(`${relation}.moved_leg`)}, ${sql.ref(`${relation}.side`)}::text)`;

/**
 * Both legs of each row of a relation with a placement's columns. It adds what is applied and what is pending in one
 * statement, that is in one snapshot, so a roll-up at the same time can neither hide nor double anything.
 */
export function legRows(relation: string): RawBuilder<LegRow> {
  const index = indexOf("stand.pos");
  return sql<LegRow>`
    select given.member_id, leg.side as leg, coalesce(sum(part.users), 0)::int as users,
      coalesce(sum(part.active_users), 0)::int as active_users,
      coalesce(sum(part.business_usd_cents), 0)::bigint as business_usd_cents
    from ${sql.ref(relation)} given
    cross join (values ('left'::team_side), ('right')) as leg (side)
    cross join lateral (
      select case when given.side = leg.side then given.run_head_id else given.member_id end as run_head_id,
        case when given.side = leg.side then given.pos else 0 end as pos
    ) stand
    cross join lateral (
      -- "offset 0", so that it is looked up once, and not again for each part.
      select (select tail_pos from placement_runs where head_id = stand.run_head_id and side = leg.side) as tail_pos offset 0
    ) run
    -- Each part is a sum of its own, which the planner can only read by its index. In one large join it would plan
    -- for the average run, and read a long run completely.
    left join lateral (
      select level_sum.users, level_sum.active_users, level_sum.business_usd_cents
      from ${sql.raw(eachLevel)}
      cross join lateral (
        select sum(users) as users, sum(active_users) as active_users, sum(business_usd_cents) as business_usd_cents
        from leg_weights weight
        where weight.run_head_id = stand.run_head_id and weight.side = leg.side and weight.level = each.level
          -- From the next entry to the end of its block, which the next level goes on from.
          and weight.index > ${sql.raw(index)} and weight.index <= ${sql.raw(lastOfBlock(index))}
      ) level_sum
      -- Most runs are short, and have nothing on the higher levels.
      where ${sql.raw(indexOf("run.tail_pos"))} > 0
      union all
      select sum(users), sum(active_users), sum(business_usd_cents)
      from leg_weights_pending pending
      where pending.run_head_id = stand.run_head_id and pending.side = leg.side and pending.pos > stand.pos
    ) part on run.tail_pos > stand.pos
    group by given.member_id, leg.side`;
}

/**
 * The business of both legs of each row of a relation with a placement's columns, as it counted for matching at a
 * moment: what was recorded since then or was still held, which is little, is subtracted again turn by turn.
 */
export function businessBefore(
  relation: string,
  before: Date,
): RawBuilder<{ member_id: number; left_usd_cents: UsdCents; right_usd_cents: UsdCents }> {
  return sql`
    with late as materialized (${businessSince(before)})
    select member_id, sum(business) filter (where leg = 'left')::bigint as left_usd_cents,
      sum(business) filter (where leg = 'right')::bigint as right_usd_cents
    from (
      select member_id, leg, business_usd_cents as business from (${legRows(relation)}) of_all
      union all
      -- On the run that a member continues, what is behind it; on one that it heads, everything.
      select given.member_id, late.side, late.business
      from ${sql.ref(relation)} given join late on late.run_head_id = given.run_head_id and late.side = given.side
      where late.pos > given.pos
      union all
      select given.member_id, late.side, late.business
      from ${sql.ref(relation)} given join late on late.run_head_id = given.member_id
    ) part
    group by member_id`;
}

/** Exact at the time of the call. Members without a place are left out. */
export async function legsOf(db: ReadDb, memberIds: readonly number[]): Promise<Map<number, Legs>> {
  const { rows } = await sql<LegRow>`
    with given as (
      select member_id, side, run_head_id, pos from placements where member_id = any (${memberIds}::int[])
    )
    ${legRows("given")}`.execute(db);
  return legsByMember(rows);
}

export function legsByMember(rows: readonly LegRow[]): Map<number, Legs> {
  const legs = new Map<number, Legs>();
  for (const { member_id, leg, users, active_users, business_usd_cents } of rows) {
    const both = legs.get(member_id) ?? { left: none, right: none };
    both[leg] = { users, activeUsers: active_users, businessUsdCents: business_usd_cents };
    legs.set(member_id, both);
  }
  return legs;
}

export interface AllLegsRow {
  member_id: number;
  left_users: number;
  left_active_users: number;
  left_business_usd_cents: UsdCents;
  right_users: number;
  right_active_users: number;
  right_business_usd_cents: UsdCents;
}

/**
 * The legs of every member, as a query to select from: one window function over the runs, no recursion. With `before`,
 * only what was recorded before it counts, so that a late closing still sees its own day: what came since, which is
 * little, is subtracted again turn by turn.
 */
export function legsOfAll({ before }: { before?: Date } = {}): RawBuilder<AllLegsRow> {
  const sums = sql`sum(users)::int as users, sum(active_users)::int as active_users, sum(business)::bigint as business`;
  return sql<AllLegsRow>`
    with weight as materialized (
      -- Members and weights are united and grouped, not joined: for a join by run and position the planner plans
      -- for the average run, and would compare all pairs of a long one.
      select run_head_id, side, pos, max(member_id) as member_id, ${sums} from (
        select run_head_id, side, pos, member_id, 0 as users, 0 as active_users, 0 as business
        from placements where side is not null ${before ? sql`and placed_at < ${before}` : sql``}
        union all
        select run_head_id, side, index, null, users, active_users, business_usd_cents
        from leg_weights where level = 0
        union all
        select run_head_id, side, pos, null, users, active_users, business_usd_cents from leg_weights_pending
        ${before ? sql`union all ${recordedSince(before)}` : sql``}
      ) counted group by run_head_id, side, pos
    ), run as materialized (
      -- From each position to the end of its run; from the first one, therefore, the whole run.
      select run_head_id, side, pos, member_id, users, active_users, business,
        (sum(users) over outward)::int as users_on, (sum(active_users) over outward)::int as active_users_on,
        (sum(business) over outward)::bigint as business_on
      from weight
      window outward as (partition by run_head_id, side order by pos desc rows unbounded preceding)
    ), leg as (
      -- On the run that a member continues, what is behind it; on the one that it heads, everything.
      select member_id, side as leg, users_on - users as users, active_users_on - active_users as active_users,
        business_on - business as business, true as is_known
      from run where member_id is not null
      union all
      select run_head_id, side, users_on, active_users_on, business_on, false from run where pos = 1
      union all
      -- A root continues no run, and may have nobody below.
      select member_id, null, 0, 0, 0, true from placements
      where side is null ${before ? sql`and placed_at < ${before}` : sql``}
    )
    select member_id,
      coalesce(sum(users) filter (where leg = 'left'), 0)::int as left_users,
      coalesce(sum(active_users) filter (where leg = 'left'), 0)::int as left_active_users,
      coalesce(sum(business) filter (where leg = 'left'), 0)::bigint as left_business_usd_cents,
      coalesce(sum(users) filter (where leg = 'right'), 0)::int as right_users,
      coalesce(sum(active_users) filter (where leg = 'right'), 0)::int as right_active_users,
      coalesce(sum(business) filter (where leg = 'right'), 0)::bigint as right_business_usd_cents
    from leg group by member_id
    -- Leaves out the heads of runs that began after the cut, who joined after it themselves.
    having bool_or(is_known)`;
}

/** What was recorded too late, as negative rows of weights for everybody above. */
function recordedSince(before: Date): RawBuilder<unknown> {
  return sql`
    select * from (
      with recursive since as (
        select member_id, -1 as users, 0 as active_users, 0::bigint as business
        from placements where placed_at >= ${before}
        union all
        select member_id, 0, -active_users, -business_usd_cents from team_events where recorded_at >= ${before}
      ), way_up as (
        select own.run_head_id, own.side, own.pos, since.users, since.active_users, since.business
        from since join placements own using (member_id) where own.side is not null
        union all
        select head.run_head_id, head.side, head.pos, way_up.users, way_up.active_users, way_up.business
        from way_up join placements head on head.member_id = way_up.run_head_id where head.side is not null
      )
      select run_head_id, side, pos, null::int, users, active_users, business from way_up
    ) late`;
}

/** The same for business alone, one row for each place, and with what was held at that moment. */
function businessSince(before: Date): RawBuilder<unknown> {
  return sql`
    with recursive way_up as (
      select own.run_head_id, own.side, own.pos, -business_usd_cents as business
      from team_events join placements own using (member_id)
      where (recorded_at >= ${before} or held_until >= ${before}) and business_usd_cents <> 0 and own.side is not null
      union all
      select head.run_head_id, head.side, head.pos, way_up.business
      from way_up join placements head on head.member_id = way_up.run_head_id where head.side is not null
    )
    select run_head_id, side, pos, sum(business)::bigint as business from way_up group by run_head_id, side, pos`;
}
