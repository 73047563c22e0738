import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { legsOf } from "./legs.ts";
import { mostTurns, place } from "./place.ts";
import { alongSide } from "./team.ts";
import { untilWaitedFor } from "../../testing/locks.ts";
import { now, connect, register } from "../../testing/network/plain-tree.ts";
import { verify } from "./verify.ts";

let network: ReturnType<typeof connect>;
let db: Db;
beforeAll(async () => {
  // Half as many connections as registrations at once, for other tests need some of the server's too.
  network = connect(await createTestDatabase(), { poolSize: 32 });
  db = network.db;
});
afterAll(() => network.close());

async function deadlocks(): Promise<bigint> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ deadlocks: bigint }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]!.deadlocks;
}

test("64 registrations at once on one new leg all get a place, and none twice", async () => {
  const rootId = await register(db);
  const ids = await Promise.all(Array.from({ length: 64 }, () => register(db, rootId, "left")));
  const leg = await alongSide(db, rootId, "left", { limit: 100 });
  expect(leg.map(({ steps }) => steps)).toEqual(Array.from({ length: 64 }, (_, at) => at + 1));
  expect(new Set(leg.map(({ memberId }) => memberId))).toEqual(new Set(ids));
  expect(await deadlocks()).toBe(0n);
});

test("so do 64 under sponsors all over the tree, on legs that cross and are just being begun", async () => {
  const rootId = await register(db);
  const sponsors = [rootId];
  for (let wave = 0; wave < 4; wave++) {
    const placed = await Promise.all(
      Array.from({ length: 64 }, (_, at) =>
        register(db, sponsors[(at * 7) % sponsors.length], at % 3 === 0 ? "right" : "left"),
      ),
    );
    sponsors.push(...placed);
  }
  const legs = (await legsOf(db, [rootId])).get(rootId)!;
  expect(legs.left.users + legs.right.users).toBe(256);
  expect(await deadlocks()).toBe(0n);
  expect((await verify(network.url, { repair: false })).differences).toEqual([]);
});

interface Failing {
  sponsorId: number;
  /** Begins what has to wait for this registration. */
  meanwhile(): void;
}

async function placeAndFail(tx: Tx, { sponsorId, meanwhile }: Failing): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into members (ref_id, name, email, joined_at)
    values (upper(gen_random_uuid()::text), 'Ravi Das', 'ravi@example.com', ${now}) returning id`.execute(tx);
  await place(tx, { memberId: rows[0]!.id, sponsorId, side: "right", now });
  meanwhile();
  await untilWaitedFor(tx);
  throw new Error("changed its mind");
}

test("a registration that fails after all gives its place to the next, on a new run and on an old one", async () => {
  const rootId = await register(db);
  const placed: { memberId: number; steps: number }[] = [];
  for (const steps of [1, 2]) {
    const next = Promise.withResolvers<number>();
    const meanwhile = () => next.resolve(register(db, rootId, "right"));
    const failing = atomically(db, placeAndFail, { sponsorId: rootId, meanwhile });
    await expect(failing).rejects.toThrow("changed its mind");
    placed.push({ memberId: await next.promise, steps });
    expect(await alongSide(db, rootId, "right", { limit: 9 })).toMatchObject(placed);
  }
});

test("nobody is placed under a sponsor who has no place", async () => {
  await expect(register(db, 2_000_000_000, "left")).rejects.toThrow("no place in the network");
});

test("the application itself cannot move a member", async () => {
  const rootId = await register(db);
  const id = await register(db, rootId, "left");
  const move = db.updateTable("placements").set({ side: "right" }).where("member_id", "=", id).execute();
  await expect(move).rejects.toThrow("permission denied");
});

test("a branch that turns at every member ends after some turns, and goes on straight", async () => {
  const rootId = await register(db);
  const sides = ["left", "right"] as const;
  // As placements that exist, since hundreds of registrations take seconds.
  const { rows } = await sql<{ id: number }>`
    insert into members (ref_id, name, email, joined_at)
    select upper(gen_random_uuid()::text), 'Asha Rao', 'asha@example.com', ${now}
    from generate_series(1, ${mostTurns}::int) returning id`.execute(db);
  await sql`insert into placements (member_id, sponsor_id, parent_id, side, run_head_id, pos, placed_at)
    select id, parent, parent, (array['left', 'right']::team_side[])[1 + nth % 2], parent, 1, ${now}
    from unnest(${rows.map(({ id }) => id)}::int[], ${[rootId, ...rows.map(({ id }) => id)].slice(0, -1)}::int[])
      with ordinality as member (id, parent, nth)`.execute(db);
  const lastId = rows.at(-1)!.id;
  await sql`insert into placement_runs (head_id, side, tail_id, tail_pos)
    select run_head_id, side, member_id, pos from placements where member_id = ${lastId}`.execute(db);
  const lastSide = sides[mostTurns % 2]!;
  await expect(register(db, lastId, sides[(mostTurns + 1) % 2])).rejects.toThrow("cannot turn once more");
  const straightId = await register(db, lastId, lastSide);
  expect((await legsOf(db, [lastId])).get(lastId)![lastSide].users).toBe(1);
  expect(straightId).toBeGreaterThan(lastId);
});
