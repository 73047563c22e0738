import type { RequestedJob } from "@fc/contract/jobs/requested-jobs";
import type { LogAction } from "@fc/contract/operators/console-log";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/advisory-locks.ts";
import { hour } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { enqueue, type Task } from "../../platform/jobs.ts";
import { logAction } from "../operators/log.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

/** Long jobs that an operator starts and a worker does, because they take longer than a request may. */

type Json = string | number | boolean | null | readonly Json[] | JobData;
/** As JSON keeps it: a field that is undefined is left out. */
export type JobData = { readonly [name: string]: Json | undefined };

interface JobRequest {
  task: string;
  input: JobData;
  /** For the log. */
  action: LogAction;
  operating: Operating;
}

/** Starts a job, or finds the same one that waits or runs. Returns its id. */
export async function requestJob(tx: Tx, { task, input, action, operating }: JobRequest): Promise<number> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.requestedJobs})`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select run.id from asked_runs run
    where run.task = ${task} and run.input = ${JSON.stringify(input)}::jsonb and run.finished_at is null
      and ${hasOpenJob}
    limit 1`.execute(tx);
  if (rows[0]) return rows[0].id;
  const { id } = await tx
    .insertInto("asked_runs")
    .values({ task, input: JSON.stringify(input), asked_by: operating.operatorId, asked_at: operating.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await enqueue(tx, { task, payload: { run: id }, now: operating.now });
  await logAction(tx, { ...operating, action, details: { run: id } });
  return id;
}

/** Whether a worker will still do it. A job that failed for good or was discarded will never be done. */
const hasOpenJob = sql<boolean>`exists (select from jobs where jobs.task = run.task
  and (jobs.payload ->> 'run')::int = run.id and jobs.failed_at is null)`;

/** The worker's side: does the job and keeps the result. */
export function requestedJobTask(
  { db, clock }: Pick<Deps, "db" | "clock">,
  task: string,
  work: (input: Readonly<Record<string, unknown>>) => Promise<JobData>,
): Task {
  return {
    name: task,
    // A verification reads the whole ledger.
    longestRunMs: 6 * hour,
    async run(payload) {
      const id = Number(payload["run"]);
      const run = await atomically(db, begin, { id, now: clock() });
      // A worker has done it, but died before it could report that.
      if (!run) return;
      try {
        const result = JSON.stringify(await work(run.input));
        const done = { id, result, problem: null, finished_at: clock() };
        await atomically(db, keep, done);
      } catch (error) {
        await atomically(db, keep, { id, problem: error instanceof Error ? error.message : String(error) });
        throw error;
      }
    },
  };
}

async function begin(tx: Tx, { id, now }: { id: number; now: Date }) {
  return tx
    .updateTable("asked_runs")
    .set({ started_at: now })
    .where("id", "=", id)
    .where("finished_at", "is", null)
    .returning("input")
    .executeTakeFirst();
}

async function keep(
  tx: Tx,
  { id, ...done }: { id: number; problem: string | null; result?: string; finished_at?: Date },
): Promise<void> {
  await tx.updateTable("asked_runs").set(done).where("id", "=", id).execute();
}

/** The newest jobs first, with their results. */
export async function latestJobs<Result>(
  db: Db,
  { task, limit, ofInput = sql<boolean>`true` }: LatestJobs,
): Promise<RequestedJob<Result>[]> {
  const { rows } = await sql<JobRow<Result>>`
    select run.id, run.asked_at, run.started_at, run.finished_at, run.result, run.problem, operators.name,
      ${hasOpenJob} as has_job
    from asked_runs run join operators on operators.id = run.asked_by
    where run.task = ${task} and ${ofInput}
    order by run.id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    state: row.finished_at ? "done" : !row.has_job ? "failed" : row.started_at ? "running" : "waiting",
    askedBy: row.name,
    askedAt: row.asked_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    problem: row.problem,
    result: row.result,
  }));
}

interface LatestJobs {
  task: string;
  limit: number;
  /** A condition on `run.input`. */
  ofInput?: ReturnType<typeof sql<boolean>>;
}

interface JobRow<Result> {
  id: number;
  asked_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  result: Result | null;
  problem: string | null;
  name: string;
  has_job: boolean;
}
