import { asUsdCents } from "@fc/contract/units";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { legsOf } from "./legs.ts";
import { recordTeamEvent } from "./place.ts";
import { rollUp, rollUpBatch } from "./roll-up.ts";
import { now, connect, register } from "../../testing/network/plain-tree.ts";
import { verify } from "./verify.ts";

let network: ReturnType<typeof connect>;
let db: Db;
let rootId: number;
beforeAll(async () => {
  network = connect(await createTestDatabase(), { poolSize: 12 });
  db = network.db;
  rootId = await register(db);
  for (let at = 0; at < 40; at++) await register(db, rootId, at % 4 === 0 ? "right" : "left");
});
afterAll(() => network.close());

async function pendingRows(): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`select count(*) from leg_weights_pending`.execute(db);
  return rows[0]!.count;
}

async function stake(): Promise<void> {
  await atomically(db, recordTeamEvent, {
    memberId: rootId + 16,
    activeUsers: 0,
    businessUsdCents: asUsdCents(1500n),
    now,
  });
}

async function rollUpAndDie(tx: Tx): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  await rollUpBatch(tx, 10);
  const killer = new pg.Client({ connectionString: network.url });
  await killer.connect();
  await killer.query("select pg_terminate_backend($1)", [rows[0]!.pid]);
  await killer.end();
}

test("a roll-up killed midway has changed nothing, and the next one does it all", async () => {
  const before = await legsOf(db, [rootId]);
  const pending = await pendingRows();
  expect(pending).toBe(40n);
  await expect(atomically(db, rollUpAndDie, undefined)).rejects.toThrow();
  expect(await pendingRows()).toBe(pending);
  expect(await legsOf(db, [rootId])).toEqual(before);

  expect((await rollUp(db)).pending).toBe(40);
  expect(await pendingRows()).toBe(0n);
  expect(await legsOf(db, [rootId])).toEqual(before);
});

test("several workers count everything once, while every reader sees every event at once", async () => {
  const expected = (await legsOf(db, [rootId])).get(rootId)!;
  let recorded = 0n;
  let working = true;
  const workers = [1, 2, 3].map(async () => {
    while (working) await rollUp(db);
  });
  const readers = [1, 2].map(async () => {
    while (working) {
      const least = recorded;
      const legs = (await legsOf(db, [rootId])).get(rootId)!;
      const seen = (legs.left.businessUsdCents - expected.left.businessUsdCents) / 1500n;
      // At least what was committed before the read; at most what was committed since, and one that was on its way.
      expect(seen).toBeGreaterThanOrEqual(least);
      expect(seen).toBeLessThanOrEqual(recorded + 1n);
    }
  });
  for (let at = 0; at < 300; at++) {
    await stake();
    recorded += 1n;
  }
  working = false;
  await Promise.all([...workers, ...readers]);
  await rollUp(db);
  expect(await pendingRows()).toBe(0n);
  const legs = (await legsOf(db, [rootId])).get(rootId)!;
  expect(legs.left.businessUsdCents).toBe(expected.left.businessUsdCents + 300n * 1500n);
  expect((await verify(network.url, { repair: false })).differences).toEqual([]);
});

test("what is recorded in a transaction that fails is never counted", async () => {
  const before = await legsOf(db, [rootId]);
  async function fail(tx: Tx): Promise<void> {
    await recordTeamEvent(tx, {
      memberId: rootId + 16,
      activeUsers: 1,
      businessUsdCents: asUsdCents(100n),
      now,
    });
    throw new Error("no");
  }
  await expect(atomically(db, fail, undefined)).rejects.toThrow("no");
  expect(await legsOf(db, [rootId])).toEqual(before);
});
