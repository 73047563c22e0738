import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { administer, createTestDatabase } from "../testing/test-database.ts";
import { hour, minute, second } from "./clock.ts";
import { atomically, createDb, createPool, type Db, type Tx } from "./db.ts";
import { createWorker, enqueue, type Task } from "./jobs.ts";
import { createLog } from "./logger.ts";
import type pg from "pg";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const poolSize = 10;
let pool: pg.Pool;
let db: Db;
let now: Date;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, poolSize, role: "fc_app", statementTimeoutMs: 10_000 });
  db = createDb(pool);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  now = new Date("2026-11-15T00:00:00Z");
  await db.deleteFrom("jobs").execute();
});

function worker(...tasks: Task[]) {
  return createWorker({ db, pool, log: createLog("silent"), clock: () => now, tasks });
}

function counting(name: string, run: () => Promise<void> = async () => undefined) {
  const runs: unknown[] = [];
  const task: Task = {
    name,
    async run(payload) {
      runs.push(payload);
      await run();
    },
  };
  return { task, runs };
}

const add = (task: string, extra: { runAt?: Date; dedupeKey?: string } = {}) =>
  atomically(db, enqueue, { task, payload: { n: 1 }, now, ...extra });

async function isListening(): Promise<boolean> {
  const sql = `select from pg_stat_activity
    where datname = '${new URL(database.url).pathname.slice(1)}' and state = 'idle' and query like 'listen %'`;
  return (await administer(database.url, sql)).length > 0;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}

/** A connection that was ended looks idle until the next query on it fails. */
async function allConnectionsWork(): Promise<boolean> {
  const queries = Array.from({ length: poolSize }, () => pool.query("select 1"));
  return (await Promise.allSettled(queries)).every(({ status }) => status === "fulfilled");
}

test("a job runs once, even with many workers", async () => {
  const { task, runs } = counting("one");
  for (let i = 0; i < 20; i++) await add("one");
  await Promise.all(Array.from({ length: 4 }, () => worker(task).drain()));
  expect(runs).toHaveLength(20);
});

test("a job of a transaction that was rolled back never runs", async () => {
  const { task, runs } = counting("never");
  const fail = async (tx: Tx) => {
    await enqueue(tx, { task: "never", payload: {}, now });
    throw new Error("rolled back");
  };
  await expect(atomically(db, fail, undefined)).rejects.toThrow("rolled back");
  await worker(task).drain();
  expect(runs).toEqual([]);
});

test("a job that fails is tried again later, each time after a longer wait", async () => {
  const { task, runs } = counting("flaky", async () => {
    if (runs.length < 3) throw new Error("not yet");
  });
  await add("flaky");
  const flaky = worker(task);
  await flaky.drain();
  await flaky.drain();
  expect(runs).toHaveLength(1);
  now = new Date(now.getTime() + 2 * second);
  await flaky.drain();
  expect(runs).toHaveLength(2);
  now = new Date(now.getTime() + 2 * second);
  await flaky.drain();
  expect(runs).toHaveLength(2);
  now = new Date(now.getTime() + 2 * second);
  await flaky.drain();
  expect(runs).toHaveLength(3);
  expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
});

test("a job that fails twenty times is kept for an operator and not run again", async () => {
  const { task, runs } = counting("hopeless", () => Promise.reject(new Error("no way")));
  await add("hopeless");
  for (let i = 0; i < 30; i++) {
    await worker(task).drain();
    now = new Date(now.getTime() + hour);
  }
  expect(runs).toHaveLength(20);
  const kept = await db.selectFrom("jobs").select(["failed_at", "last_error"]).executeTakeFirst();
  expect(kept).toMatchObject({ failed_at: expect.any(Date), last_error: "no way" });
});

test("the running jobs of a killed worker are taken over when their leases end", async () => {
  const { task, runs } = counting("orphan");
  await add("orphan");
  await db
    .updateTable("jobs")
    .set({ leased_until: new Date(now.getTime() + 15 * second), attempts: 1 })
    .execute();
  await worker(task).drain();
  expect(runs).toEqual([]);
  now = new Date(now.getTime() + 16 * second);
  await worker(task).drain();
  expect(runs).toHaveLength(1);
});

test("a worker whose database goes away in the middle of a job lives on and does it later", async () => {
  let runs = 0;
  const task: Task = {
    name: "cut off",
    async run() {
      // The first time, every connection of ours is ended under it.
      if (++runs === 1)
        await administer(
          database.url,
          `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = '${new URL(database.url).pathname.slice(1)}'`,
        );
    },
  };
  await add("cut off");
  await worker(task)
    .drain()
    .catch(() => undefined);
  await until(allConnectionsWork);
  now = new Date(now.getTime() + minute);
  await worker(task).drain();
  expect(runs).toBeGreaterThanOrEqual(1);
  expect(await db.selectFrom("jobs").select("id").execute()).toEqual([]);
});

test("two open jobs with the same key are one", async () => {
  const { task, runs } = counting("dedupe");
  await add("dedupe", { dedupeKey: "same" });
  await add("dedupe", { dedupeKey: "same" });
  await worker(task).drain();
  expect(runs).toHaveLength(1);
});

test("a job for later waits for its time", async () => {
  const { task, runs } = counting("later");
  await add("later", { runAt: new Date(now.getTime() + minute) });
  await worker(task).drain();
  expect(runs).toEqual([]);
  now = new Date(now.getTime() + minute);
  await worker(task).drain();
  expect(runs).toHaveLength(1);
});

test("a repeating task runs once a period, however many workers there are", async () => {
  const { task, runs } = counting("tick");
  const ticking = { ...task, everyMs: minute };
  for (let i = 0; i < 3; i++) {
    await Promise.all(Array.from({ length: 3 }, () => worker(ticking).drain()));
    now = new Date(now.getTime() + minute);
  }
  expect(runs).toHaveLength(3);
});

test("a running worker wakes up at once for a new job and finishes what it has when stopped", async () => {
  let done = false;
  const started = Promise.withResolvers<void>();
  const slow: Task = {
    name: "slow",
    async run() {
      started.resolve();
      await new Promise((resolve) => setTimeout(resolve, 50));
      done = true;
    },
  };
  const running = worker(slow);
  running.start();
  // Before it listens, only its next poll would find the job, two seconds later.
  await until(isListening);
  await add("slow");
  await started.promise;
  await running.stop();
  expect(done).toBe(true);
});
