import { sure } from "@fc/contract/sure";
import type pg from "pg";
import { eachLevel, indexOf } from "./blocks.ts";

/**
 * Computes in temporary tables what `placements` and `leg_weights` must say, from who sits under whom and what each one
 * did alone. Nothing of a member leaves the database, so the size of the network is no matter of this process's memory.
 */
export async function computeExpected(client: pg.ClientBase): Promise<void> {
  // What is sorted or joined above it goes to the server's disk.
  await client.query("set local work_mem = '64MB'");
  await client.query(children);
  await walk(client, reached);
  await client.query(expectedPlaces);
  await walk(client, movedLegs);
  await computeWeights(client);
}

/** A step of a walk finds some members by an index. Hashed, all of them would be read again for each step. */
async function walk(client: pg.ClientBase, statement: string): Promise<void> {
  await client.query("set local enable_hashjoin = off; set local enable_mergejoin = off");
  await client.query(statement);
  await client.query("set local enable_hashjoin = on; set local enable_mergejoin = on");
}

const children = `
  create temporary table children on commit drop as
    select parent_id, side, member_id from placements where parent_id is not null;
  create index on children (parent_id, side, member_id);
  analyze children;
  create temporary table doubly_placed on commit drop as
    select member_id from (
      select member_id, row_number() over (partition by parent_id, side order by member_id) as nth from children
    ) placed where nth > 1;
  delete from children using doubly_placed where doubly_placed.member_id = children.member_id`;

/** Level by level from the roots. Members that no root leads to are missing. */
const reached = `
  create temporary table reached on commit drop as
    with recursive walk as (
      select member_id, null::team_side as side, null::int as run_head_id, null::int as pos, 0 as turns
      from placements where parent_id is null
      union all
      select child.member_id, child.side,
        case when walk.side = child.side then walk.run_head_id else walk.member_id end,
        case when walk.side = child.side then walk.pos + 1 else 1 end,
        case when walk.side <> child.side then walk.turns + 1 else walk.turns end
      from walk join children child on child.parent_id = walk.member_id
    )
    select member_id, side, run_head_id, pos, turns from walk`;

/** In the order of the turns, because the weights are computed from the most turns to none. */
const expectedPlaces = `
  analyze reached;
  create temporary table expected_places on commit drop as
    select member_id, side, run_head_id, pos, turns, coalesce(own.active_users, 0) as active_users,
      coalesce(own.business_usd_cents, 0) as business_usd_cents
    from reached left join (
      select member_id, sum(active_users)::int as active_users, sum(business_usd_cents)::bigint as business_usd_cents
      from team_events group by member_id
    ) own using (member_id)
    order by turns;
  drop table children, reached;
  create index on expected_places (turns);
  create index on expected_places (member_id);
  analyze expected_places`;

/** The leg of its sponsor that each member who moved in stands in: turn by turn up the tree, until the sponsor is met. */
const movedLegs = `
  create temporary table moved_legs on commit drop as
    with recursive way as (
      select moved.member_id, moved.sponsor_id, moved.moved_leg, own.side, own.run_head_id, own.pos
      from placements moved join expected_places own using (member_id)
      where moved.moved_leg is not null and own.side is not null
      union all
      select way.member_id, way.sponsor_id, way.moved_leg, head.side, head.run_head_id, head.pos
      from way join expected_places head on head.member_id = way.run_head_id
      where head.side is not null
    )
    select way.member_id, moved_leg, coalesce(max(way.side::text) filter (where way.run_head_id = sponsor_id
      or (sponsor.side = way.side and sponsor.run_head_id = way.run_head_id and sponsor.pos < way.pos)), 'none') as leg
    from way left join expected_places sponsor on sponsor.member_id = sponsor_id
    group by way.member_id, moved_leg`;

/**
 * The weight of a member is its own figure and its whole leg on the other side, which is the run that it heads there. The
 * members of that run have one turn more, so each round needs only the sums of the runs of the round before.
 */
async function computeWeights(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create temporary table expected_weights (run_head_id int, side team_side, level smallint, index int, users int,
      active_users int, business_usd_cents bigint) on commit drop;
    create temporary table even_runs (head_id int, users int, active_users int, business_usd_cents bigint)
      on commit drop;
    create temporary table odd_runs (like even_runs) on commit drop`);
  const { rows } = await client.query<{ most: number }>(
    "select coalesce(max(turns), 0) as most from expected_places",
  );
  for (let { most: turns } = sure(rows[0]); turns >= 0; turns--) {
    const isEven = turns % 2 === 0;
    await client.query(weightsAfter(turns, isEven ? ["even_runs", "odd_runs"] : ["odd_runs", "even_runs"]));
  }
  const index = indexOf("weight.index");
  await client.query(`
    insert into expected_weights
      select weight.run_head_id, weight.side, each.level, ${index}, sum(weight.users), sum(weight.active_users),
        sum(weight.business_usd_cents)
      from expected_weights weight cross join ${eachLevel}
      where each.level > 0 and ${index} > 0
      group by weight.run_head_id, weight.side, each.level, ${index};
    analyze expected_weights`);
}

const weightsAfter = (turns: number, [runs, runsBelow]: readonly [string, string]) => `
  truncate ${runs};
  with weight as (
    insert into expected_weights
      select place.run_head_id, place.side, 0, place.pos, 1 + coalesce(leg.users, 0),
        place.active_users + coalesce(leg.active_users, 0),
        place.business_usd_cents + coalesce(leg.business_usd_cents, 0)
      from expected_places place left join ${runsBelow} leg on leg.head_id = place.member_id
      where place.turns = ${turns} and place.side is not null
      returning run_head_id, users, active_users, business_usd_cents
  )
  insert into ${runs}
    select run_head_id, sum(users), sum(active_users), sum(business_usd_cents) from weight group by run_head_id;
  analyze ${runs}`;
