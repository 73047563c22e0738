import { asUsdCents } from "@fc/contract/units";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import { atomically, createDb, createPool, type Db, type Tx } from "../server/src/platform/db.ts";
import { seededRandom } from "../server/seeds/random.ts";
import { generate, type GeneratedNetwork } from "../server/src/testing/network/generate.ts";
import { legsOf, legsOfAll } from "../server/src/core/network/legs.ts";
import { mostTurns, place, recordTeamEvent } from "../server/src/core/network/place.ts";
import { rollUp } from "../server/src/core/network/roll-up.ts";
import { subtree } from "../server/src/core/network/subtree.ts";
import { pathBetween } from "../server/src/core/network/team.ts";
import { teamPage } from "../server/src/core/network/team-list.ts";
import { searchTeam } from "../server/src/core/network/team-search.ts";
import type { Side } from "../server/src/core/network/types.ts";
import { verify } from "../server/src/core/network/verify.ts";
import { withCluster, type Cluster, type Database } from "../server/src/testing/cluster.ts";
import type { Options } from "./lib/options.ts";
import { atFullSize, report, say, type Promised } from "./lib/report.ts";
import { mediansMs, medianMs, timeMs } from "./lib/timing.ts";
import { Peer } from "./network-peer.ts";

const until = new Date("2026-01-31T12:00:00Z");
/** What a network is compared with: a small one, and one of 10,000,000 with one of 1,000,000. */
const smallerThan = (members: number) => (members > 1_000_000 ? 1_000_000 : 1000);

/** The peer of reads and writes alike. */
const countersOfAll = "counters that each change adds to all ancestors";
/** A registration takes the peer a second or more, so both have fewer runs than elsewhere, and as many as each other. */
const besideCounters = 20;

interface Network extends GeneratedNetwork {
  size: string;
  database: Database;
  db: Db;
  /** The side of the root that the deepest member is on. */
  deepSide: Side;
  close(): Promise<void>;
}

export async function run({ members, durable }: Options): Promise<void> {
  await withCluster(durable, async (cluster) => {
    const little = await build(cluster, "little", smallerThan(members));
    const big = await build(cluster, "big", members);
    const peer = await Peer.of(big.database.ownerUrl, big);
    await rootLegs(big, little, peer);
    await registration(big, little, peer);
    await parallelRegistrations(big);
    await firstTree(big, little);
    await nameSearch(big);
    await teamList(big);
    await batchRollUp(big);
    await allLegs(big);
    await zigzag(big);
    await peer.close();
    const { differences } = await verify(big.database.ownerUrl, { repair: false });
    none("differences that the verification of the network finds afterwards", differences.length);
    await Promise.all([little.close(), big.close()]);
  });
}

async function build(cluster: Cluster, name: string, members: number): Promise<Network> {
  const database = await cluster.create(name);
  const start = performance.now();
  const made = await generate(database.ownerUrl, { members, seed: 1, shape: "deep", until });
  const size = members.toLocaleString("en-US");
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  say(`${size} members in ${seconds} s; deepest ${made.depth} levels down, at most ${made.mostTurns} turns`);
  const { db, close } = database.connect(1);
  const path = await pathBetween(db, made.rootId, made.deepestId);
  return { ...made, size, database, db, close, deepSide: path!.stretches[0]!.side };
}

/** Exact figures that the product sums up, beside counters that the peer only looks up: it has paid for them before. */
async function rootLegs(big: Network, little: Network, peer: Peer): Promise<void> {
  const read = () => legsOf(big.db, [big.rootId]);
  const legs = (await read()).get(big.rootId)!;
  const counted = await peer.legs(big.rootId);
  for (const side of ["left", "right"] as const) {
    const { users, activeUsers, businessUsdCents } = legs[side];
    const ours = { users, activeUsers, businessUsdCents };
    if (!isDeepStrictEqual(ours, counted[side])) throw new Error(`The ${side} leg differs from the counters`);
  }
  const readCounters = () => peer.legs(big.rootId);
  await mediansMs(50, read, readCounters);
  const [ours, theirs] = await mediansMs(400, read, readCounters);
  const name = `both legs of the root, ${big.size} members, against ${countersOfAll}`;
  report({ name, unit: "ms", ours, peer: theirs, promise: promised(big, 15) });
  const [ofBig, ofLittle] = await mediansMs(400, read, () => legsOf(little.db, [little.rootId]));
  report({
    name: `both legs of the root, ${big.size} members, against ${little.size}`,
    unit: "ms",
    ours: ofBig,
    peer: ofLittle,
    promise: promised(big, 1.5),
  });
}

/** A limit of the ratio, judged in a network of full size only. */
function promised({ firstId, lastId }: Network, ratioAtMost: number): Promised {
  return atFullSize(lastId - firstId + 1, { ratioAtMost });
}

/** Faults of which there must be none. */
function none(name: string, count: number): void {
  report({ name, unit: "faults", ours: count, peer: null, promise: { limit: 0 } });
}

interface NewMember {
  sponsorId: number;
  side: Side;
}

let registered = 0;

async function register(tx: Tx, { sponsorId, side }: NewMember): Promise<number> {
  const { id } = await tx
    .insertInto("members")
    .values({ ref_id: `BENCH${registered++}`, name: "Asha Rao", email: "asha@example.com", joined_at: until })
    .returning("id")
    .executeTakeFirstOrThrow();
  await place(tx, { memberId: id, sponsorId, side, now: until });
  return id;
}

async function registration(big: Network, little: Network, peer: Peer): Promise<void> {
  const under = (network: Network) => () =>
    atomically(network.db, register, { sponsorId: network.rootId, side: network.deepSide });
  await mediansMs(50, under(big), under(little));
  const belowTurns = await medianMs(100, () =>
    atomically(big.db, register, { sponsorId: big.mostTurnedId, side: "left" as const }),
  );
  say(`registering below ${big.mostTurns} turns: ${belowTurns.toFixed(2)} ms`);
  const [ours, oursSmall] = await mediansMs(400, under(big), under(little));
  await rollUp(big.db);
  await rollUp(little.db);

  let parentId = big.deepestId;
  const countForAll = async () => {
    parentId = await peer.register(parentId, big.deepSide);
  };
  await mediansMs(2, under(big), countForAll);
  const [oursBeside, theirs] = await mediansMs(besideCounters, under(big), countForAll);
  await rollUp(big.db);
  const name = `register one member at the deepest leg, ${big.size} members`;
  report({
    name: `${name}, against ${countersOfAll}`,
    unit: "ms",
    ours: oursBeside,
    peer: theirs,
    promise: promised(big, 0.02),
  });
  report({
    name: `${name}, against ${little.size}`,
    unit: "ms",
    ours,
    peer: oursSmall,
    promise: promised(big, 1.5),
  });
}

async function parallelRegistrations(big: Network): Promise<void> {
  const { db, close } = big.database.connect(64);
  const rounds = 16;
  // Each of these members is the head of its own run on that side.
  const heads = await sql<{ id: number }>`
    select member_id as id from placements where side <> ${big.deepSide} order by member_id desc limit 64`.execute(
    db,
  );
  const perSecond = async (sponsorIds: number[]) => {
    const all = () =>
      Promise.all(sponsorIds.map((sponsorId) => atomically(db, register, { sponsorId, side: big.deepSide })));
    await all();
    const ms = await timeMs(async () => {
      for (let round = 0; round < rounds; round++) await all();
    });
    return (rounds * 64 * 1000) / ms;
  };
  const separateLegs = await perSecond(heads.rows.map(({ id }) => id));
  const before = await deepLeg(big);
  const oneLeg = await perSecond(heads.rows.map(() => big.rootId));
  const placed = (await deepLeg(big)) - before;
  const wanted = (rounds + 1) * 64;
  const { rows } = await sql<{ deadlocks: bigint }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  // A constraint of the table ensures that no place is taken twice; the leg's length shows that none is left out.
  none(
    `registrations of ${wanted} at once on one leg that got no place of their own`,
    Math.abs(wanted - placed),
  );
  none("deadlocks meanwhile", Number(rows[0]!.deadlocks));
  report({
    name: "64 registrations at once on one leg, against separate legs",
    unit: "/s",
    ours: oneLeg,
    peer: separateLegs,
    better: "larger",
    promise: null,
  });
  await close();
  await rollUp(big.db);
}

/** The current length of the root's long leg. */
async function deepLeg({ db, rootId, deepSide }: Network): Promise<number> {
  const { rows } = await sql<{ tail_pos: number }>`
    select tail_pos from placement_runs where head_id = ${rootId} and side = ${deepSide}`.execute(db);
  return rows[0]!.tail_pos;
}

async function firstTree(big: Network, little: Network): Promise<void> {
  const read = (network: Network) => () => subtree(network.db, network.rootId, 3);
  await mediansMs(50, read(big), read(little));
  const [ours, oursSmall] = await mediansMs(400, read(big), read(little));
  const bytes = async (network: Network) =>
    JSON.stringify(await read(network)(), (_, value: unknown) =>
      typeof value === "bigint" ? Number(value) : value,
    ).length;
  const [size, sizeSmall] = [await bytes(big), await bytes(little)];
  const name = `first tree of the root, ${big.size} members, against ${little.size}`;
  report({ name: `${name}: time`, unit: "ms", ours, peer: oursSmall, promise: promised(big, 1.5) });
  report({
    name: `${name}: size`,
    unit: "bytes",
    ours: size,
    peer: sizeSmall,
    promise: promised(big, 1.5),
  });
}

/** The beginning of a common first name, in large and small teams. */
async function nameSearch(big: Network): Promise<void> {
  const { rows } = await sql<{ word: string }>`
    select split_part(name, ' ', 1) as word from members group by 1 order by count(*) desc limit 1`.execute(
    big.db,
  );
  const name = rows[0]!.word.slice(0, 3);
  for (const memberId of [big.rootId, big.rootId + 50, big.rootId + 5000, big.lastId]) {
    const { left, right } = (await legsOf(big.db, [memberId])).get(memberId)!;
    const ours = await medianMs(20, () => searchTeam(big.db, { memberId, name, limit: 8 }));
    const team = (left.users + right.users).toLocaleString("en-US");
    report({ name: `search "${name}" in a team of ${team}`, unit: "ms", ours, peer: null, promise: null });
  }
}

/** The first page of members who have a team: of small ones, of old ones, and of everybody. */
async function teamList(big: Network): Promise<void> {
  const random = seededRandom(5);
  const times: number[] = [];
  for (let tried = 0; tried < 400; tried++) {
    const memberId = big.firstId + Math.floor(random() * (big.lastId - big.firstId));
    times.push(await timeMs(() => teamPage(big.db, { memberId }, { limit: 25 })));
  }
  times.sort((one, other) => one - other);
  const ours = times[Math.floor(times.length * 0.99)] ?? Infinity;
  const promise = atFullSize(big.lastId - big.firstId + 1, { limit: 50 });
  report({ name: "a page of the team list, the slowest hundredth", unit: "ms", ours, peer: null, promise });
}

async function batchRollUp(big: Network): Promise<void> {
  const events = 10_000;
  const random = seededRandom(3);
  const { db, close } = big.database.connect(8);
  const memberIds = Array.from(
    { length: events },
    () => big.firstId + Math.floor(random() * (big.lastId - big.firstId)),
  );
  const record = async (some: number[]) => {
    for (const memberId of some) {
      await atomically(db, recordTeamEvent, {
        memberId,
        activeUsers: 0,
        businessUsdCents: asUsdCents(1500n),
        now: until,
      });
    }
  };
  await Promise.all(
    Array.from({ length: 8 }, (_, at) => record(memberIds.filter((_id, of) => of % 8 === at))),
  );
  const waiting = await medianMs(20, () => legsOf(db, [big.rootId]));
  say(`both legs of the root while ${events} events wait: ${waiting.toFixed(2)} ms`);

  let depths = 0;
  const sample = memberIds.slice(0, 500);
  for (const memberId of sample) depths += (await pathBetween(db, big.rootId, memberId))!.steps;
  let rolled = { pending: 0, weights: 0 };
  const ms = await timeMs(async () => {
    rolled = await rollUp(db);
  });
  say(
    `roll-up of ${events} events: ${ms.toFixed(0)} ms, ${rolled.pending} rows pending became ${rolled.weights}`,
  );
  report({
    name: "batch roll-up of 10,000 events, rows touched per event, against all ancestors",
    unit: "rows",
    ours: rolled.weights / events,
    peer: depths / sample.length,
    promise: null,
  });
  await close();
}

async function allLegs(big: Network): Promise<void> {
  // As the owner, whose statements have no time limit.
  const owner = createDb(createPool({ url: big.database.ownerUrl, poolSize: 1 }));
  const ms = await timeMs(() =>
    sql`select sum(left_users), sum(right_users) from (${legsOfAll()}) legs`.execute(owner),
  );
  await owner.destroy();
  report({ name: `legs of all ${big.size} members`, unit: "ms", ours: ms, peer: null, promise: null });
}

/** A branch that somebody makes turn at every member, as often as it is allowed, and what an event below it costs. */
async function zigzag(big: Network): Promise<void> {
  let lastId = big.lastId;
  let turns = 0;
  let isRefused = false;
  const ms = await timeMs(async () => {
    while (!isRefused && turns <= mostTurns) {
      try {
        const side = turns % 2 === 0 ? "left" : "right";
        lastId = await atomically(big.db, register, { sponsorId: lastId, side });
        turns++;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        isRefused = true;
      }
    }
  });
  say(`a branch of ${turns} turns in ${(ms / 1000).toFixed(1)} s`);
  none(`turns above ${mostTurns} that were not refused`, isRefused ? 0 : 1);
  let rolled = { pending: 0, weights: 0 };
  const rollUpMs = await timeMs(async () => {
    rolled = await rollUp(big.db);
  });
  say(`its roll-up: ${rolled.pending} rows pending, ${rollUpMs.toFixed(0)} ms`);
  const event = (memberId: number) => () =>
    atomically(big.db, recordTeamEvent, {
      memberId,
      activeUsers: 0,
      businessUsdCents: asUsdCents(1500n),
      now: until,
    });
  const [ours, usual] = await mediansMs(50, event(lastId), event(big.deepestId));
  report({
    name: `an event below ${turns} turns, against one of the deepest member`,
    unit: "ms",
    ours,
    peer: usual,
    promise: null,
  });
  await rollUp(big.db);
}
