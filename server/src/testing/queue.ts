import { setTimeout as sleep } from "node:timers/promises";
import type { Lane } from "@fc/contract/jobs/lanes";
import { sql } from "kysely";
import type { Clock } from "../platform/clock.ts";
import { atomically, createDb, createPool, type Db } from "../platform/db.ts";
import { loginUrlOf } from "../platform/login.ts";
import { enqueue, type Task } from "../platform/jobs.ts";
import { createLog } from "../platform/logger.ts";
import { createWorker, type Worker } from "../platform/worker.ts";
import { createTestDatabase } from "./test-database.ts";

/** Where only a notification can wake a worker up: a lost one would let the test wait for ever. */
export const neverPolls = { pollMs: 3_600_000 };

/** A database with nothing but the queue in use. */
export async function openTestQueue() {
  const database = await createTestDatabase();
  const connect = (poolSize = 10) => createPool({ url: loginUrlOf(database.url), poolSize });
  const pool = connect();
  const db = createDb(pool);
  const log = createLog("silent");
  return {
    url: database.url,
    pool,
    db,
    connect,
    worker: (
      tasks: Task[],
      { pollMs, pool: own = pool }: { pollMs?: number; pool?: typeof pool } = {},
    ): Worker =>
      createWorker({
        db: createDb(own),
        log,
        tasks,
        listenUrl: database.url,
        ...(pollMs === undefined ? {} : { pollMs }),
      }),
    add: (task: string, extra: { lane?: Lane; afterMs?: number; dedupeKey?: string } = {}) =>
      atomically(db, enqueue, { task, payload: { n: 1 }, now: new Date(), ...extra }),
    /** The queue's time, which is the database's. */
    async now() {
      const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now");
      return rows[0]!.now.getTime();
    },
    jobs: () => db.selectFrom("jobs").selectAll().orderBy("id").execute(),
    async close() {
      await db.destroy();
      await database.drop();
    },
  };
}

export type TestQueue = Awaited<ReturnType<typeof openTestQueue>>;

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error("what the test waits for did not happen");
    await sleep(5);
  }
}

export function countingTask(name: string, run: () => Promise<void> = async () => undefined) {
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

/** The queue's time is the database's, which no test can move. So a test moves everything in the queue instead. */
export async function letQueueTimePass(db: Db, ms: number): Promise<void> {
  await moveQueue(db, sql`${ms} * interval '1 millisecond'`);
}

async function moveQueue(db: Db, passed: Interval, ofSchedules: Interval = passed): Promise<void> {
  await sql`update jobs set run_at = run_at - ${passed}, leased_until = leased_until - ${passed}`.execute(db);
  await sql`update schedules set next_run_at = next_run_at - ${ofSchedules}`.execute(db);
}

type Interval = ReturnType<typeof sql>;

/** Makes workers for which, all together, as much time passes between two runs as for the rest of the server. */
export function timedWorkers({ db, clock }: { db: Db; clock: Clock }): (worker: Worker) => Worker {
  let drainedAt = clock();
  async function letTimePass(): Promise<void> {
    const from = sql`${drainedAt}::timestamptz`;
    const to = sql`${clock()}::timestamptz`;
    drainedAt = clock();
    // For a job that was written in between only the time after that has passed.
    const sinceWritten = sql`greatest(${to} - greatest(${from}, created_at), interval '0')`;
    await moveQueue(db, sinceWritten, sql`greatest(${to} - ${from}, interval '0')`);
  }
  return (worker) => ({
    start: () => worker.start(),
    stop: (withinMs) => worker.stop(withinMs),
    async drain() {
      await letTimePass();
      await worker.drain();
    },
  });
}
