import pg from "pg";
import { grow, grownRefId, type GrowOptions } from "../../../seeds/grown-network.ts";
import { seededRandom } from "../../../seeds/random.ts";
import { day } from "../../platform/clock.ts";
import { insertAll, insertWeights } from "../../core/network/bulk.ts";
import {
  expectedWeights,
  recompute,
  type Members,
  type RecomputedNetwork,
} from "../../core/network/recompute.ts";
import { withoutIndexes } from "../../core/network/without-indexes.ts";

export interface GeneratorOptions extends GrowOptions {
  /** When the last member joined. */
  until: Date;
}

export interface GeneratedNetwork {
  rootId: number;
  /** The deepest member and its depth. */
  deepestId: number;
  depth: number;
  /** The member whose path to the root changes sides most often, and how often. */
  mostTurnedId: number;
  mostTurns: number;
  /** Member ids go from firstId to lastId, in the order of joining. */
  firstId: number;
  lastId: number;
}

const tables = ["members", "placements", "placement_runs", "team_events", "leg_weights"];

/** Writes a network of any size directly into the tables, exactly as place() would have made it. */
export async function generate(ownerUrl: string, options: GeneratorOptions): Promise<GeneratedNetwork> {
  const { members, sponsors } = grow(options);
  const recomputed = recompute(members);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "fc-portal generate" });
  await client.connect();
  try {
    await client.query("begin");
    // Prevents other registrations until the commit, because we choose the ids.
    await client.query("lock table members in share row exclusive mode");
    const last = await client.query<{ id: number }>("select coalesce(max(id), 0) as id from members");
    const firstId = last.rows[0]!.id + 1;
    await withoutIndexes(client, { tables, rows: options.members }, () =>
      write(client, options, { members, sponsors, recomputed, firstId }),
    );
    await client.query("commit");
    await client.query(`vacuum analyze ${tables.join(", ")}`);
    const deepest = indexOfMost(recomputed.depth);
    const mostTurned = indexOfMost(recomputed.turns);
    return {
      rootId: firstId,
      deepestId: firstId + deepest,
      depth: recomputed.depth[deepest]!,
      mostTurnedId: firstId + mostTurned,
      mostTurns: recomputed.turns[mostTurned]!,
      firstId,
      lastId: firstId + options.members - 1,
    };
  } finally {
    await client.end();
  }
}

function indexOfMost(values: Int32Array): number {
  let most = 0;
  for (let at = 0; at < values.length; at++) if (values[at]! > values[most]!) most = at;
  return most;
}

interface GrownNetwork {
  members: Members;
  sponsors: Int32Array;
  recomputed: RecomputedNetwork;
  firstId: number;
}

async function write(
  client: pg.Client,
  options: GeneratorOptions,
  { members, sponsors, recomputed, firstId }: GrownNetwork,
) {
  const { count, parent, side, activeUsers, businessUsdCents } = members;
  const { runHead, pos } = recomputed;
  const span = Math.min(1200 * day, count * 6 * 3_600_000);
  const joinedAt = (at: number) =>
    new Date(options.until.getTime() - span + Math.floor((span * (at + 1)) / count));
  const idOf = (at: number) => (at < 0 ? null : firstId + at);
  const isRoot = (at: number) => parent[at]! < 0;
  const sideOf = (at: number) => (isRoot(at) ? null : side[at] === 0 ? "left" : "right");
  const everybody = Array.from({ length: count }, (_, at) => at);

  await insertAll(
    client,
    {
      table: "members",
      columns: ["id", "ref_id", "name", "email", "phone", "joined_at"],
    },
    mapped(everybody, (at) => {
      const refId = grownRefId(firstId + at, options.seed);
      return [
        firstId + at,
        refId,
        nameOf(at, options.seed),
        `${refId.toLowerCase()}@example.com`,
        `+91${7_000_000_000 + firstId + at}`,
        joinedAt(at),
      ];
    }),
  );
  await client.query("select setval(pg_get_serial_sequence('members', 'id'), $1)", [firstId + count - 1]);
  await insertAll(
    client,
    {
      table: "placements",
      columns: ["member_id", "sponsor_id", "parent_id", "side", "run_head_id", "pos", "placed_at"],
    },
    mapped(everybody, (at) => [
      firstId + at,
      idOf(sponsors[at]!),
      idOf(parent[at]!),
      sideOf(at),
      idOf(runHead[at]!),
      isRoot(at) ? null : pos[at]!,
      joinedAt(at),
    ]),
  );
  await client.query(
    `insert into placement_runs (head_id, side, tail_id, tail_pos)
     select distinct on (run_head_id, side) run_head_id, side, member_id, pos from placements
     where member_id >= $1 and side is not null order by run_head_id, side, pos desc`,
    [firstId],
  );
  await insertAll(
    client,
    {
      table: "team_events",
      columns: ["member_id", "active_users", "business_usd_cents", "recorded_at"],
    },
    mapped(
      everybody.filter((at) => businessUsdCents[at]! > 0n),
      (at) => [firstId + at, activeUsers[at]!, businessUsdCents[at]!, joinedAt(at)],
    ),
  );
  await insertWeights(
    client,
    "leg_weights",
    expectedWeights(members, recomputed),
    (member) => firstId + member,
  );
}

function* mapped<In, Out>(values: Iterable<In>, map: (value: In) => Out): Generator<Out> {
  for (const value of values) yield map(value);
}

const firstNames =
  "Aarav Aditi Anil Asha Deepak Farhan Gita Imran Kavya Lakshmi Manoj Meera Neha Prakash Rahul Ravi Sana Sunita Vijay Zoya".split(
    " ",
  );
const lastNames =
  "Agarwal Bose Das Desai Gupta Iyer Joshi Khan Kulkarni Mehta Nair Patel Rao Reddy Sharma Shetty Singh Verma".split(
    " ",
  );

function nameOf(at: number, seed: number): string {
  const random = seededRandom(seed + at * 31);
  return `${firstNames[Math.floor(random() * firstNames.length)]} ${lastNames[Math.floor(random() * lastNames.length)]}`;
}
