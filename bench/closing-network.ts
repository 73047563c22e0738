import { asFc, asUsdCents } from "@fc/contract/units";
import { daysAfter, endOfDay, indiaDayOf } from "@fc/contract/period";
import { generate } from "../server/src/testing/network/generate.ts";
import { rollUp } from "../server/src/core/network/roll-up.ts";
import { hour } from "../server/src/platform/clock.ts";
import { atomically, type Db } from "../server/src/platform/db.ts";
import type { Cluster, Database } from "../server/src/testing/cluster.ts";
import { stakeAgain, stakeForEverybody } from "../server/src/testing/plan/staked-network.ts";
import { say } from "./lib/report.ts";

const until = new Date("2026-01-31T12:00:00Z");
/** The first day to close; the last members joined on it. */
export const firstDay = indiaDayOf(until);
/** One of a hundred members stakes again each day. */
const membersPerStake = 100;
const againUsdCents = asUsdCents(7500n);

export interface StakedNetwork {
  members: number;
  size: string;
  firstId: number;
  rootId: number;
  depth: number;
  database: Database;
  db: Db;
  close(): Promise<void>;
}

/** A network in which everybody has a stake, with a pool that covers years. */
export async function buildStaked(cluster: Cluster, name: string, members: number): Promise<StakedNetwork> {
  const database = await cluster.create(name);
  const start = performance.now();
  const { firstId, rootId, depth } = await generate(database.ownerUrl, {
    members,
    seed: 1,
    shape: "deep",
    until,
    everybodyStakes: true,
  });
  await stakeForEverybody(database.ownerUrl, { poolFc: asFc(4_000_000_000_000_000_000n) });
  const size = members.toLocaleString("en-US");
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  say(`${size} members, each with a stake, in ${seconds} s; deepest ${depth} levels down`);
  return { members, size, firstId, rootId, depth, database, ...database.connect(2) };
}

/** Adds a day of business: some members all over the network stake again. Returns the day. */
export async function addBusinessDay(network: StakedNetwork, number: number): Promise<string> {
  const { db, firstId, members } = network;
  const day = daysAfter(firstDay, number);
  // At noon, because the next closing reads the last hour of a day again.
  const at = new Date(endOfDay(day).getTime() - 12 * hour);
  const count = Math.floor(members / membersPerStake);
  const memberIds = Array.from(
    { length: count },
    (_, index) => firstId + ((index * membersPerStake + number * 7) % members),
  );
  await atomically(db, stakeAgain, { memberIds, usdCents: againUsdCents, at });
  await rollUp(db);
  return day;
}
