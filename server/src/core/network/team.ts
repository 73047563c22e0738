import { sql, type RawBuilder } from "kysely";
import type { ReadDb } from "../../platform/db.ts";
import type { Side } from "./types.ts";

/**
 * The ways from members up to their root as the runs they follow: one row for each turn, the member's own run first.
 * The row of `reached`, if there is one, is the run on which a way passes the ancestor. The members are those of a
 * select with the column `id`: many at once cost much less than one by one.
 */
export function waysUp(members: RawBuilder<unknown>, ancestorId: number): RawBuilder<unknown> {
  return sql`
    with recursive start as materialized (${members}), ancestor as (
      select member_id, side, run_head_id, pos from placements where member_id = ${ancestorId}
    ), way_up as (
      select start.id as start_id, 1 as turn, member_id, run_head_id, side, pos
      from start join placements on member_id = start.id where side is not null
      union all
      select start_id, turn + 1, head.member_id, head.run_head_id, head.side, head.pos
      from way_up join placements head on head.member_id = way_up.run_head_id
      where head.side is not null and head.member_id <> ${ancestorId}
    ), reached as (
      -- The ancestor heads this run, or is on it further up.
      select way_up.*, case when way_up.run_head_id = ancestor.member_id then 0 else ancestor.pos end as from_pos
      from way_up cross join ancestor
      where way_up.run_head_id = ancestor.member_id
        or (way_up.run_head_id = ancestor.run_head_id and way_up.side = ancestor.side and way_up.pos > ancestor.pos)
    )`;
}

/**
 * `team`: everybody below a member, or in one of its legs, run by run: each member heads another run, on its other side.
 * The first rows are the runs of the member itself, without a member.
 */
export function runsOfTeam(memberId: number, leg?: Side): RawBuilder<unknown> {
  return sql`
    with recursive team as (
      select null::int as member_id, leg.side as leg, leg.side as run_side,
        case when own.side = leg.side then own.run_head_id else own.member_id end as run_head_id,
        case when own.side = leg.side then own.pos else 0 end as pos
      from placements own cross join (values ('left'::team_side), ('right')) as leg (side)
      where own.member_id = ${memberId} ${leg === undefined ? sql`` : sql`and leg.side = ${leg}`}
      union all
      select place.member_id, team.leg,
        case place.side when 'left' then 'right'::team_side else 'left' end, place.member_id, 0
      from team join placements place
        on place.run_head_id = team.run_head_id and place.side = team.run_side and place.pos > team.pos
    )`;
}

function wayUp(memberId: number, ancestorId: number): RawBuilder<unknown> {
  return waysUp(sql`select ${memberId}::int as id`, ancestorId);
}

/** Whether a member is in the team of another one, or is that one. */
export async function isInTeam(db: ReadDb, ancestorId: number, memberId: number): Promise<boolean> {
  if (ancestorId === memberId) return true;
  const { rows } = await sql`${wayUp(memberId, ancestorId)} select from reached`.execute(db);
  return rows.length > 0;
}

export interface Person {
  memberId: number;
  refId: string;
  name: string;
}

export interface Path {
  from: Person;
  /** From top to bottom; empty when both ends are the same member. */
  stretches: Stretch[];
  steps: number;
}

/** Some steps to one side, and the member at their end, where the path turns or ends. */
export interface Stretch {
  side: Side;
  steps: number;
  to: Person;
}

/**
 * The path from a member down to one in its team, or undefined if that one is not in the team. A path may have tens of
 * thousands of steps but only a few turns, so it is described by its turns. `alongSide` names the members between.
 */
export async function pathBetween(
  db: ReadDb,
  ancestorId: number,
  memberId: number,
): Promise<Path | undefined> {
  interface TurnRow {
    turn: number;
    side: Side | null;
    steps: number;
    member_id: number;
    ref_id: string;
    name: string;
  }
  const { rows } = await sql<TurnRow>`
    ${wayUp(memberId, ancestorId)}
    select path.turn, path.side, path.steps, path.member_id, members.ref_id, members.name
    from (
      select way_up.turn, way_up.side, way_up.pos - coalesce(reached.from_pos, 0) as steps, way_up.member_id
      from way_up left join reached on reached.turn = way_up.turn
      where way_up.turn <= (select min(turn) from reached)
      union all
      select 1000000, null, 0, member_id from ancestor
      where member_id = ${memberId} or exists (select from reached)
    ) path join members on members.id = path.member_id
    order by path.turn desc`.execute(db);
  const [from, ...turns] = rows;
  if (!from) return undefined;
  const stretches = turns.flatMap((row) =>
    row.side ? [{ side: row.side, steps: row.steps, to: person(row) }] : [],
  );
  return { from: person(from), stretches, steps: stretches.reduce((sum, { steps }) => sum + steps, 0) };
}

/** The next members on one side below a member, in order, after a number of steps. */
export async function alongSide(
  db: ReadDb,
  memberId: number,
  side: Side,
  { afterSteps = 0, limit }: { afterSteps?: number; limit: number },
): Promise<(Person & { steps: number })[]> {
  const { rows } = await sql<{ member_id: number; ref_id: string; name: string; steps: number }>`
    with start as (
      select case when side = ${side} then run_head_id else member_id end as run_head_id,
        case when side = ${side} then pos else 0 end as pos
      from placements where member_id = ${memberId}
    )
    select place.member_id, members.ref_id, members.name, place.pos - start.pos as steps
    from start
    join placements place on place.run_head_id = start.run_head_id and place.side = ${side}
      and place.pos > start.pos + ${afterSteps} and place.pos <= start.pos + ${afterSteps} + ${limit}
    join members on members.id = place.member_id
    order by place.pos`.execute(db);
  return rows.map((row) => ({ ...person(row), steps: row.steps }));
}

function person(row: { member_id: number; ref_id: string; name: string }): Person {
  return { memberId: row.member_id, refId: row.ref_id, name: row.name };
}

/** Of the members of a select those in the team of a member, and the own sponsor: they know each other by name. */
export function teamAndSponsor(memberId: number, members: RawBuilder<unknown>): RawBuilder<{ id: number }> {
  return sql`
    select start_id as id from (${waysUp(members, memberId)} select start_id from reached) team
    union all
    select sponsor_id from placements where member_id = ${memberId} and sponsor_id is not null`;
}
