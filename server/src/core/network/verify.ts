import { sure } from "@fc/contract/sure";
import pg from "pg";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { eachLevel, indexOf } from "./blocks.ts";
import { readAll } from "./bulk.ts";
import { computeExpected } from "./expected.ts";

export interface NetworkVerification {
  members: number;
  /** How many contradictions were found; there must be none. */
  found: number;
  /** The first of them, in words: a network that was damaged as a whole has one for each member. */
  differences: string[];
  /** How many differences were repaired; the others need a person. */
  repaired: number;
}

const mostTold = 1000;

/**
 * Recomputes the network from the members alone, by who sits under whom and what each one did, and compares.
 * It reads one snapshot and keeps nobody from registering; roll-ups wait for its end.
 */
export async function verify(
  ownerUrl: string,
  { repair }: { repair: boolean },
): Promise<NetworkVerification> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "fc-portal verify" });
  await client.connect();
  try {
    // Taken before the snapshot, so that the table still holds the snapshot's weights when they are repaired.
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.legWeights]);
    await client.query("begin isolation level repeatable read");
    await computeExpected(client);
    await client.query(wrongWeights);
    const differences: string[] = [];
    const count = async (find: string) => {
      let found = 0;
      for await (const { difference } of readAll<{ difference: string }>(client, find)) {
        if (differences.length < mostTold) differences.push(difference);
        found++;
      }
      return found;
    };
    let beyondRepair = 0;
    let repairable = 0;
    for (const find of contradictions) beyondRepair += await count(find);
    for (const { find, repairWith } of comparisons) {
      const found = await count(find);
      repairable += found;
      if (repair && found > 0) await client.query(repairWith);
    }
    const { rows } = await client.query<{ members: number }>(
      "select count(*)::int as members from placements",
    );
    await client.query("commit");
    return {
      members: sure(rows[0]).members,
      found: beyondRepair + repairable,
      differences,
      repaired: repair ? repairable : 0,
    };
  } finally {
    // The lock ends with the connection, and after an error so does the transaction.
    await client.end();
  }
}

const wrongWeights = `
  create temporary table wrong_weights on commit drop as
  select run_head_id, side, level, index, sum(users)::int as users, sum(active_users)::int as active_users,
    sum(business_usd_cents)::bigint as business_usd_cents
  from (
    select run_head_id, side, level, index, users, active_users, business_usd_cents from expected_weights
    union all
    select run_head_id, side, level, index, -users, -active_users, -business_usd_cents from leg_weights
    union all
    select run_head_id, side, level, ${indexOf("pos")}, -users, -active_users, -business_usd_cents
    from leg_weights_pending cross join ${eachLevel} where ${indexOf("pos")} > 0
  ) counted
  group by run_head_id, side, level, index
  having sum(users) <> 0 or sum(active_users) <> 0 or sum(business_usd_cents) <> 0`;

/** What only a person can decide. Where members are doubly placed, the first one has the place. */
const contradictions = [
  `select format('member %s counts as %s active users', member_id, sum(active_users)) as difference
    from team_events group by member_id having sum(active_users) not in (0, 1) order by member_id`,
  `select format('member %s has a place that another one has', member_id) as difference from doubly_placed`,
  `select format('%s members are below no root', members - doubly - reached) as difference from (
    select (select count(*) from placements) as members, (select count(*) from doubly_placed) as doubly,
      (select count(*) from expected_places) as reached
    ) counted where reached < members - doubly`,
  `select format('member %s is not on its sponsor''s outer %s', own.member_id, own.side) as difference
    from placements placed join expected_places own using (member_id)
    left join expected_places sponsor on sponsor.member_id = placed.sponsor_id
    where own.side is not null and placed.moved_leg is null and (
      case when sponsor.side = own.side then sponsor.run_head_id = own.run_head_id and sponsor.pos < own.pos
        else placed.sponsor_id = own.run_head_id end) is not true`,
  // Old trees have any sponsors; only the leg follows from where the member stands.
  `select format('member %s is kept as in the leg %s of its sponsor, should be %s', member_id, moved_leg, leg)
      as difference
    from moved_legs where leg <> moved_leg`,
];

const wrongRuns = `
  from (
    select distinct on (run_head_id, side) run_head_id as head_id, side, member_id as tail_id, pos as tail_pos
    from expected_places where side is not null
    order by run_head_id, side, pos desc
  ) expected
  full join placement_runs run on run.head_id = expected.head_id and run.side = expected.side
  where run.tail_id is distinct from expected.tail_id or run.tail_pos is distinct from expected.tail_pos`;

const comparisons = [
  {
    find: `select format('place: member %s is at %s of run %s, should be at %s of %s', member_id, own.pos, own.run_head_id,
        expected.pos, expected.run_head_id) as difference
      from placements own join expected_places expected using (member_id)
      where (own.run_head_id, own.pos) is distinct from (expected.run_head_id, expected.pos)`,
    repairWith: `update placements own set run_head_id = expected.run_head_id, pos = expected.pos
      from expected_places expected
      where own.member_id = expected.member_id
        and (own.run_head_id, own.pos) is distinct from (expected.run_head_id, expected.pos)`,
  },
  {
    find: `select format('run: the %s run of %s ends with %s at %s, should end with %s at %s',
        coalesce(expected.side, run.side), coalesce(expected.head_id, run.head_id), run.tail_id, run.tail_pos,
        expected.tail_id, expected.tail_pos) as difference ${wrongRuns}`,
    // It fails if somebody registers on this run at the same time, and can then be run again.
    repairWith: `with wrong as (select expected.*, run.head_id as old_head_id, run.side as old_side ${wrongRuns}),
      removed as (delete from placement_runs run using wrong
        where wrong.head_id is null and run.head_id = wrong.old_head_id and run.side = wrong.old_side)
      insert into placement_runs (head_id, side, tail_id, tail_pos)
      select head_id, side, tail_id, tail_pos from wrong where head_id is not null
      on conflict (head_id, side) do update set tail_id = excluded.tail_id, tail_pos = excluded.tail_pos`,
  },
  {
    find: `select format('weight: level %s, index %s of the %s run of %s lacks %s users, %s active, %s cents',
        level, index, side, run_head_id, users, active_users, business_usd_cents) as difference
      from wrong_weights order by run_head_id, side, level, index`,
    repairWith: `insert into leg_weights as weight
      select run_head_id, side, level, index, users, active_users, business_usd_cents from wrong_weights
      on conflict (run_head_id, side, level, index) do update set users = weight.users + excluded.users,
        active_users = weight.active_users + excluded.active_users,
        business_usd_cents = weight.business_usd_cents + excluded.business_usd_cents`,
  },
];
