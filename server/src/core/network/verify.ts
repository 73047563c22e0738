import { sure } from "@fc/contract/sure";
import pg from "pg";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { eachLevel, indexOf } from "./blocks.ts";
import { insertAll, insertWeights, readAll } from "./bulk.ts";
import {
  expectedWeights,
  legOfSponsor,
  recompute,
  type Members,
  type RecomputedNetwork,
} from "./recompute.ts";

export interface NetworkVerification {
  members: number;
  /** Every contradiction that was found, in words; there must be none. */
  differences: string[];
  /** How many differences were repaired; the others need a person. */
  repaired: number;
}

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
    const ids: number[] = [];
    const sponsors: number[] = [];
    const movedLegs = new Map<number, string>();
    const members = await readMembers(client, ids, sponsors, movedLegs);
    const recomputed = recompute(members);
    const beyondRepair = [
      ...(await contradictions(client)),
      ...misplaced({ members, recomputed, ids, sponsors, movedLegs }),
    ];
    const repairable: string[] = [];
    await loadExpected(client, members, recomputed, ids);
    for (const { what, find, repairWith } of comparisons) {
      const { rows } = await client.query<{ difference: string }>(find);
      repairable.push(...rows.map(({ difference }) => `${what}: ${difference}`));
      if (repair && rows.length > 0) await client.query(repairWith);
    }
    await client.query("commit");
    return {
      members: members.count,
      differences: [...beyondRepair, ...repairable],
      repaired: repair ? repairable.length : 0,
    };
  } finally {
    // The lock ends with the connection, and after an error so does the transaction.
    await client.end();
  }
}

/**
 * Everybody by number, in the order of the ids, which are added to `ids` as their sponsors' numbers are to `sponsors`,
 * and the legs of those who moved in to `movedLegs`.
 */
export async function readMembers(
  client: pg.Client,
  ids: number[],
  sponsors: number[],
  movedLegs: Map<number, string>,
): Promise<Members> {
  const parents: number[] = [];
  const sides: number[] = [];
  interface PlacementRow {
    member_id: number;
    sponsor_id: number | null;
    parent_id: number | null;
    side: string | null;
    moved_leg: string | null;
  }
  const select =
    "select member_id, sponsor_id, parent_id, side, moved_leg from placements order by member_id";
  const numberOf = new Map<number, number>();
  for await (const row of readAll<PlacementRow>(client, select)) {
    numberOf.set(row.member_id, ids.length);
    if (row.moved_leg !== null) movedLegs.set(ids.length, row.moved_leg);
    ids.push(row.member_id);
    // Ids until all are known, because members may have been placed in another order than they were numbered.
    parents.push(row.parent_id ?? -1);
    sponsors.push(row.sponsor_id ?? -1);
    sides.push(row.side === "right" ? 1 : 0);
  }
  const toNumber = (id: number) => numberOf.get(id) ?? -1;
  for (let at = 0; at < ids.length; at++) sponsors[at] = toNumber(sure(sponsors[at]));
  const members: Members = {
    count: ids.length,
    parent: Int32Array.from(parents, toNumber),
    side: Uint8Array.from(sides),
    activeUsers: new Int32Array(ids.length),
    businessUsdCents: new BigInt64Array(ids.length),
  };
  const events = `select member_id, sum(active_users)::int as active, sum(business_usd_cents)::text as business
    from team_events group by member_id`;
  for await (const row of readAll<{ member_id: number; active: number; business: string }>(client, events)) {
    const at = toNumber(row.member_id);
    members.activeUsers[at] = row.active;
    members.businessUsdCents[at] = BigInt(row.business);
  }
  return members;
}

async function contradictions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ member_id: number; active: number }>(
    `select member_id, sum(active_users)::int as active from team_events
     group by member_id having sum(active_users) not in (0, 1) order by member_id limit 100`,
  );
  return rows.map(({ member_id, active }) => `member ${member_id} counts as ${active} active users`);
}

interface Placed {
  members: Members;
  recomputed: RecomputedNetwork;
  ids: number[];
  sponsors: number[];
  movedLegs: ReadonlyMap<number, string>;
}

function* misplaced({ members, recomputed, ids, sponsors, movedLegs }: Placed): Generator<string> {
  const { parent, side } = members;
  const { order, runHead, pos, doublyPlaced } = recomputed;
  for (const member of doublyPlaced) yield `member ${ids[member]} has a place that another one has`;
  if (order.length < members.count - doublyPlaced.length) {
    yield `${members.count - order.length} members are below no root`;
  }
  for (const member of order) {
    if (sure(parent[member]) < 0) continue;
    const sponsor = sure(sponsors[member]);
    const movedLeg = movedLegs.get(member);
    if (movedLeg !== undefined) {
      // Old trees have any sponsors; only the leg follows from where the member stands.
      const leg = legOfSponsor(members, recomputed, { member, sponsor });
      if (leg !== movedLeg) {
        yield `member ${ids[member]} is kept as in the leg ${movedLeg} of its sponsor, should be ${leg}`;
      }
      continue;
    }
    const onSponsorsRun = (parent[sponsor] ?? -1) >= 0 && side[sponsor] === side[member];
    const head = onSponsorsRun ? sure(runHead[sponsor]) : sponsor;
    const after = onSponsorsRun ? sure(pos[sponsor]) : 0;
    if (runHead[member] !== head || sure(pos[member]) <= after) {
      yield `member ${ids[member]} is not on its sponsor's outer ${side[member] === 0 ? "left" : "right"}`;
    }
  }
}

async function loadExpected(
  client: pg.Client,
  members: Members,
  recomputed: RecomputedNetwork,
  ids: number[],
): Promise<void> {
  await client.query(`
    create temporary table expected_places (member_id int, run_head_id int, pos int) on commit drop;
    create temporary table expected_weights (run_head_id int, side team_side, level smallint, index int, users int,
      active_users int, business_usd_cents bigint) on commit drop`);
  await insertAll(
    client,
    { table: "expected_places", columns: ["member_id", "run_head_id", "pos"] },
    placesOf(members, recomputed, ids),
  );
  const weights = expectedWeights(members, recomputed);
  await insertWeights(client, "expected_weights", weights, (member) => sure(ids[member]));
  await client.query("analyze expected_places; analyze expected_weights");
  await client.query(`
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
    having sum(users) <> 0 or sum(active_users) <> 0 or sum(business_usd_cents) <> 0`);
}

function* placesOf({ parent }: Members, { order, runHead, pos }: RecomputedNetwork, ids: number[]) {
  for (const member of order) {
    if (sure(parent[member]) >= 0)
      yield [sure(ids[member]), sure(ids[sure(runHead[member])]), sure(pos[member])];
  }
}

const wrongRuns = `
  from (
    select distinct on (expected.run_head_id, own.side) expected.run_head_id as head_id, own.side,
      own.member_id as tail_id, expected.pos as tail_pos
    from expected_places expected join placements own using (member_id)
    order by expected.run_head_id, own.side, expected.pos desc
  ) expected
  full join placement_runs run on run.head_id = expected.head_id and run.side = expected.side
  where run.tail_id is distinct from expected.tail_id or run.tail_pos is distinct from expected.tail_pos`;

const comparisons = [
  {
    what: "place",
    find: `select format('member %s is at %s of run %s, should be at %s of %s', member_id, own.pos, own.run_head_id,
        expected.pos, expected.run_head_id) as difference
      from placements own join expected_places expected using (member_id)
      where (own.run_head_id, own.pos) is distinct from (expected.run_head_id, expected.pos)`,
    repairWith: `update placements own set run_head_id = expected.run_head_id, pos = expected.pos
      from expected_places expected
      where own.member_id = expected.member_id
        and (own.run_head_id, own.pos) is distinct from (expected.run_head_id, expected.pos)`,
  },
  {
    what: "run",
    find: `select format('the %s run of %s ends with %s at %s, should end with %s at %s',
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
    what: "weight",
    find: `select format('level %s, index %s of the %s run of %s lacks %s users, %s active, %s cents',
        level, index, side, run_head_id, users, active_users, business_usd_cents) as difference
      from wrong_weights order by run_head_id, side, level, index`,
    repairWith: `insert into leg_weights as weight
      select run_head_id, side, level, index, users, active_users, business_usd_cents from wrong_weights
      on conflict (run_head_id, side, level, index) do update set users = weight.users + excluded.users,
        active_users = weight.active_users + excluded.active_users,
        business_usd_cents = weight.business_usd_cents + excluded.business_usd_cents`,
  },
];
