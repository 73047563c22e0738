import { setTimeout as sleep } from "node:timers/promises";
import type { Lane } from "@fc/contract/jobs/lanes";
import { sql } from "kysely";
import { afterCommit, type Db, type Tx } from "./db.ts";
import { spanHere } from "./tracing/spans.ts";
import { unnested } from "./unnested.ts";

/**
 * A queue in our own tables. A job is written in the transaction that causes it. A worker (worker.ts) holds a lease on
 * a job while it runs, so that another worker takes over the jobs of a killed one within seconds. A task may therefore
 * run twice and must allow for it. All times of the queue are the database's, because the clocks of nodes differ.
 */
export interface Task {
  name: string;
  run(payload: Record<string, unknown>): Promise<void>;
  /** How often the task is started automatically, once for all workers together. */
  everyMs?: number;
  /** Where it is started automatically: `work` unless it says so. */
  lane?: Lane;
  /** A run that takes longer hangs: it counts as failed. Ten minutes unless it says so. */
  longestRunMs?: number;
  /** Asked before a repeating task is started, by reading only, so that an idle system writes nothing. */
  hasWork?(): Promise<boolean>;
}

/** Thrown by a task when a retry cannot succeed: the job is marked as failed at once. */
export class PermanentFailure extends Error {
  override readonly name = "PermanentFailure";
}

export const wakeChannel = "jobs";
/** How long a node waits between two notifications: many transactions in that time need only one. */
const betweenWakesMs = 20;

interface NewJob {
  task: string;
  payload: Record<string, unknown>;
  now: Date;
  lane?: Lane;
  /** How long the job waits before it is due. */
  afterMs?: number;
  dedupeKey?: string;
}

export async function enqueue(tx: Tx, ...jobs: NewJob[]): Promise<void> {
  await writeJobs(tx, ...jobs);
  wakeWorkersAfter(tx);
}

/** Writes all jobs in one statement, and wakes nobody: for a worker that takes them itself. */
export async function writeJobs(tx: Tx, ...jobs: NewJob[]): Promise<void> {
  const requestId = requestIdHere();
  const rows = jobs.map(({ task, payload, now, lane = "work", afterMs = 0, dedupeKey = null }) => ({
    task,
    payload: JSON.stringify(payload),
    lane,
    dedupe_key: dedupeKey,
    after_ms: afterMs,
    created_at: now,
    request_id: requestId,
  }));
  const types = {
    task: "text",
    payload: "jsonb",
    lane: "text",
    dedupe_key: "text",
    after_ms: "float8",
    created_at: "timestamptz",
    request_id: "text",
  };
  await sql`
    insert into jobs (task, payload, lane, dedupe_key, run_at, created_at, request_id)
    select task, payload, lane, dedupe_key, now() + after_ms * interval '1 millisecond', created_at, request_id
    from ${unnested(rows, types)}
    on conflict do nothing`.execute(tx);
}

/** Of the request that causes a job, where requests are traced. */
export function requestIdHere(): string | null {
  return spanHere()?.requestId ?? null;
}

/** Wakes the workers up when the transaction has committed and its jobs can be seen. */
export function wakeWorkersAfter(tx: Tx): void {
  afterCommit(tx, wakeWorkers);
}

/** By database, because commits of all features that use it share one notification. */
const waking = new WeakMap<Db, { again: boolean }>();

/**
 * Not in the transaction itself: at its commit NOTIFY takes a lock of the whole cluster, which every other transaction
 * that notifies would wait for. A notification that is lost with its node is made up for by the workers' next poll.
 */
async function wakeWorkers(db: Db): Promise<void> {
  const underWay = waking.get(db);
  if (underWay) {
    underWay.again = true;
    return;
  }
  const state = { again: true };
  waking.set(db, state);
  while (state.again) {
    state.again = false;
    await sql`select pg_notify(${wakeChannel}, '')`.execute(db).catch(() => undefined);
    await sleep(betweenWakesMs, undefined, { ref: false });
  }
  waking.delete(db);
}
