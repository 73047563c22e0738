import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";
import { after, minute, second, type Clock } from "./clock.ts";
import { atomically, type Db, type Tx } from "./db.ts";
import { insertRows } from "./unnested.ts";
import type { Log } from "./logger.ts";

/**
 * A queue in our own tables. A job is written in the transaction that causes it. A worker holds a lease on a job
 * while it runs, so that another worker takes over the jobs of a killed one within seconds. A task may therefore
 * run twice and must allow for it.
 */
export interface Task {
  name: string;
  run(payload: Record<string, unknown>): Promise<void>;
  /** How often the task is started automatically, once for all workers together. */
  everyMs?: number;
}

/** Thrown by a task when a retry cannot succeed: the job is marked as failed at once. */
export class PermanentFailure extends Error {
  override readonly name = "PermanentFailure";
}

const leaseMs = 15 * second;
const renewMs = 5 * second;
const pollMs = 2 * second;
const maxAttempts = 20;
const concurrency = 4;
const channel = "jobs";

interface NewJob {
  task: string;
  payload: Record<string, unknown>;
  now: Date;
  runAt?: Date;
  dedupeKey?: string;
}

/** Writes all jobs in one statement. */
export async function enqueue(tx: Tx, ...jobs: NewJob[]): Promise<void> {
  const rows = jobs.map(({ task, payload, now, runAt = now, dedupeKey = null }) => ({
    task,
    payload: JSON.stringify(payload),
    dedupe_key: dedupeKey,
    run_at: runAt,
    created_at: now,
  }));
  const types = {
    task: "text",
    payload: "jsonb",
    dedupe_key: "text",
    run_at: "timestamptz",
    created_at: "timestamptz",
  };
  // PostgreSQL notifies the workers when the transaction commits, so the jobs are visible when they wake up.
  await sql`
    with enqueued as (
      ${insertRows("jobs", rows, types)} on conflict do nothing
    )
    select pg_notify(${channel}, '')`.execute(tx);
}

/** Wakes the workers up for jobs that became due in another way than by `enqueue`. */
export async function wakeWorkers(tx: Tx): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(tx);
}

interface WorkerOptions {
  db: Db;
  pool: pg.Pool;
  log: Log;
  clock: Clock;
  tasks: Task[];
}

export interface Worker {
  start(): void;
  /** Runs everything that is due and returns. For tests and commands. */
  drain(): Promise<void>;
  /** Takes no new job and waits for the running ones. */
  stop(): Promise<void>;
}

export function createWorker(options: WorkerOptions): Worker {
  const { db, log, clock } = options;
  const tasks = new Map(options.tasks.map((task) => [task.name, task]));
  const repeating = options.tasks.flatMap(({ name, everyMs }) =>
    everyMs === undefined ? [] : [{ name, everyMs }],
  );
  const workerId = randomUUID();
  const underWay = new Set<Promise<void>>();
  let stopping = false;
  let wake = () => {};
  let loop: Promise<void> | undefined;
  let listener: pg.PoolClient | undefined;

  async function claim(): Promise<ClaimedJob | undefined> {
    const now = clock();
    return db
      .updateTable("jobs")
      .set((eb) => ({
        leased_by: workerId,
        leased_until: after(now, leaseMs),
        attempts: eb("attempts", "+", 1),
      }))
      .where("id", "=", (eb) =>
        eb
          .selectFrom("jobs")
          .select("id")
          .where("failed_at", "is", null)
          .where("run_at", "<=", now)
          .where("task", "in", [...tasks.keys()])
          .where((or) => or.or([or("leased_until", "is", null), or("leased_until", "<", now)]))
          .orderBy("run_at")
          .limit(1)
          // A worker skips the job that another one is claiming instead of waiting for it.
          .forUpdate()
          .skipLocked(),
      )
      .returning(["id", "task", "payload", "attempts"])
      .executeTakeFirst();
  }

  async function runOne(job: ClaimedJob): Promise<void> {
    const renewal = setInterval(() => void renew(job.id), renewMs);
    try {
      await tasks.get(job.task)?.run(job.payload);
      await db.deleteFrom("jobs").where("id", "=", job.id).where("leased_by", "=", workerId).execute();
    } catch (error) {
      log.error({ err: error, task: job.task, attempt: job.attempts }, "job failed");
      // If this fails too, the database is away: the lease expires and another worker takes the job.
      await putBack(job, error).catch((lost: unknown) => log.warn({ err: lost }, "job not put back"));
    } finally {
      clearInterval(renewal);
    }
  }

  async function renew(id: bigint): Promise<void> {
    try {
      await db
        .updateTable("jobs")
        .set({ leased_until: after(clock(), leaseMs) })
        .where("id", "=", id)
        .where("leased_by", "=", workerId)
        .execute();
    } catch (error) {
      log.warn({ err: error }, "lease not renewed");
    }
  }

  async function putBack(job: ClaimedJob, error: unknown): Promise<void> {
    const now = clock();
    const waitMs = Math.min(2 ** job.attempts * second, 30 * minute);
    await db
      .updateTable("jobs")
      .set({
        leased_by: null,
        leased_until: null,
        run_at: after(now, waitMs),
        last_error: String(error instanceof Error ? error.message : error).slice(0, 500),
        failed_at: error instanceof PermanentFailure || job.attempts >= maxAttempts ? now : null,
      })
      .where("id", "=", job.id)
      .where("leased_by", "=", workerId)
      .execute();
  }

  async function enqueueRepeating(): Promise<void> {
    for (const { name, everyMs } of repeating) {
      await atomically(db, enqueueIfDue, { name, everyMs, now: clock() });
    }
  }

  /** Starts due jobs up to the limit of concurrency. */
  async function startDueJobs(): Promise<void> {
    while (!stopping && underWay.size < concurrency) {
      const job = await claim();
      if (!job) return;
      const running: Promise<void> = runOne(job).finally(() => {
        underWay.delete(running);
        wake();
      });
      underWay.add(running);
    }
  }

  async function drain(): Promise<void> {
    await enqueueRepeating();
    await startDueJobs();
    while (underWay.size > 0) {
      await Promise.race(underWay);
      await startDueJobs();
    }
  }

  async function workForever(): Promise<void> {
    while (!stopping) {
      try {
        await enqueueRepeating();
        await startDueJobs();
      } catch (error) {
        // The database may be away; the next round retries.
        log.warn({ err: error }, "worker round failed");
      }
      if (!stopping) await nextWake();
    }
  }

  async function nextWake(): Promise<void> {
    if (!listener) await listen();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function listen(): Promise<void> {
    let client: pg.PoolClient | undefined;
    try {
      client = await options.pool.connect();
      const connected = client;
      listener = connected;
      const lost = () => {
        if (listener !== connected) return;
        listener = undefined;
        connected.release(true);
      };
      client.once("error", lost);
      client.on("notification", () => wake());
      await client.query(`listen ${channel}`);
    } catch {
      // Without notifications the worker still polls.
      if (client && listener === client) client.release(true);
      listener = undefined;
    }
  }

  return {
    drain,
    start() {
      loop = workForever();
    },
    async stop() {
      stopping = true;
      wake();
      await loop;
      await Promise.all(underWay);
      listener?.release(true);
    },
  };
}

interface ClaimedJob {
  id: bigint;
  task: string;
  payload: Record<string, unknown>;
  attempts: number;
}

/** Moves the next run of a repeating task forward. Only the worker that moves it enqueues the task. */
async function enqueueIfDue(
  tx: Tx,
  { name, everyMs, now }: { name: string; everyMs: number; now: Date },
): Promise<void> {
  const nextRunAt = after(now, everyMs);
  const moved = await tx
    .insertInto("schedules")
    .values({ task: name, next_run_at: nextRunAt })
    .onConflict((conflict) =>
      conflict
        .column("task")
        .doUpdateSet({ next_run_at: nextRunAt })
        .where("schedules.next_run_at", "<=", now),
    )
    .returning("task")
    .executeTakeFirst();
  if (moved) await enqueue(tx, { task: name, payload: {}, now, dedupeKey: "repeating" });
}
