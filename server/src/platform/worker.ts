import { keysOf } from "@fc/contract/sure";
import { setTimeout as sleep } from "node:timers/promises";
import type { Lane } from "@fc/contract/jobs/lanes";
import { sql } from "kysely";
import { minute, second } from "./clock.ts";
import { atomically, type Db, type Tx } from "./db.ts";
import { PermanentFailure, wakeWorkersAfter, writeJobs, type Task } from "./jobs.ts";
import type { Log } from "./logger.ts";
import { traced } from "./tracing/spans.ts";
import { unnested } from "./unnested.ts";
import { listenForJobs, type WakeListener } from "./wake-listener.ts";

/** Lease and poll together are less than 15 seconds, after which a killed worker's jobs run elsewhere. */
const leaseMs = 12 * second;
const renewMs = 4 * second;
const defaultPollMs = 1 * second;
/** Until then a process that stops has ended, and with it the job that it gave back. */
const afterStopMs = 3 * second;
const maxAttempts = 20;
const maxWaitMs = 30 * minute;
/** So often a job is taken over at once from a worker that was killed. After that the job may be the cause. */
const takeoversAtOnce = 2;
const longestRunMs = 10 * minute;
/** How many jobs of a lane a worker runs at once. */
const concurrency = { codes: 4, mails: 4, bulk: 4, alerts: 4, push: 4, work: 4 } as const satisfies Record<
  Lane,
  number
>;
const lanes = keysOf(concurrency);

const fromNow = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

interface WorkerOptions {
  db: Db;
  log: Log;
  tasks: Task[];
  pollMs?: number;
  /** A direct address, over which new jobs wake the worker. Without it the worker finds them when it polls. */
  listenUrl?: string;
}

export interface Worker {
  start(): void;
  /** Runs everything that is due and returns. For tests and commands. */
  drain(): Promise<void>;
  /** Takes no new job and waits for the running ones. After `withinMs` it gives them back, for another worker. */
  stop(withinMs?: number): Promise<void>;
}

interface ClaimedJob {
  id: bigint;
  task: string;
  lane: Lane;
  payload: Record<string, unknown>;
  attempts: number;
  /** The request that caused it, where spans are sent. */
  request_id: string | null;
  /** Differs for each attempt: who lost a job cannot end, fail or renew the attempt of the next worker. */
  lease: string;
  /** It was not claimed but marked as failed, because its worker was killed at the last attempt. */
  isGivenUp: boolean;
}

function spanOf({ task, lane, attempts, request_id }: ClaimedJob) {
  return {
    name: `job ${task}`,
    facts: { lane, attempt: attempts },
    root: { requestId: request_id ?? undefined },
  };
}

export function createWorker(options: WorkerOptions): Worker {
  return new JobWorker(options);
}

class JobWorker implements Worker {
  readonly #db: Db;
  readonly #log: Log;
  readonly #tasks: ReadonlyMap<string, Task>;
  readonly #pollMs: number;
  readonly #listenUrl: string | undefined;
  readonly #running = new Map<ClaimedJob, Promise<void>>();
  readonly #pause = new Pause();
  #isStopping = false;
  #loop: Promise<void> | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #repeatingAskedAt = -Infinity;
  #listener: WakeListener | undefined;

  constructor({ db, log, tasks, pollMs = defaultPollMs, listenUrl }: WorkerOptions) {
    this.#db = db;
    this.#log = log;
    this.#tasks = new Map(tasks.map((task) => [task.name, task]));
    this.#pollMs = pollMs;
    this.#listenUrl = listenUrl;
  }

  start(): void {
    const wake = () => this.#pause.end();
    if (this.#listenUrl !== undefined)
      this.#listener = listenForJobs(this.#listenUrl, { wake, log: this.#log });
    this.#loop = this.#workForever();
  }

  async drain(): Promise<void> {
    await this.#enqueueRepeating();
    await this.#startDueJobs();
    while (this.#running.size > 0) {
      await Promise.race(this.#running.values());
      await this.#startDueJobs();
    }
  }

  async stop(withinMs?: number): Promise<void> {
    this.#isStopping = true;
    this.#pause.end();
    const ended = async () => {
      await this.#loop;
      await Promise.all(this.#running.values());
    };
    await Promise.race([
      ended(),
      ...(withinMs === undefined ? [] : [sleep(withinMs, undefined, { ref: false })]),
    ]);
    clearInterval(this.#renewal);
    await giveBack(this.#db, [...this.#running.keys()]).catch((error: unknown) =>
      this.#log.warn({ err: error }, "jobs not given back"),
    );
    await this.#listener?.stop();
  }

  async #workForever(): Promise<void> {
    const round = [() => this.#startDueJobs(), () => this.#enqueueRepeatingNowAndThen()];
    while (!this.#isStopping) {
      for (const step of round) {
        // The database may be away; the next round retries.
        await step().catch((error: unknown) => this.#log.warn({ err: error }, "worker round failed"));
      }
      if (!this.#isStopping) await this.#pause.wait(this.#pollMs);
    }
  }

  /** Starts due jobs in every lane up to its limit. */
  async #startDueJobs(): Promise<void> {
    if (this.#isStopping) return;
    const free = lanes.map((lane) => ({ lane, free: this.#freeIn(lane) })).filter((slots) => slots.free > 0);
    if (free.length === 0) return;
    this.#start(await claim(this.#db, { free, tasks: [...this.#tasks.keys()] }));
  }

  #start(jobs: readonly ClaimedJob[]): void {
    for (const job of jobs) {
      if (job.isGivenUp) {
        this.#log.error({ task: job.task, attempt: job.attempts }, "job given up: its workers were killed");
        continue;
      }
      const run = this.#runOne(job).finally(() => {
        this.#running.delete(job);
        this.#pause.end();
      });
      this.#running.set(job, run);
    }
  }

  #freeIn(lane: Lane): number {
    return concurrency[lane] - [...this.#running.keys()].filter((job) => job.lane === lane).length;
  }

  async #runOne(job: ClaimedJob): Promise<void> {
    this.#renewal ??= setInterval(() => void this.#renew(), renewMs).unref();
    try {
      await traced(spanOf(job), async () => {
        const task = this.#tasks.get(job.task);
        if (task) await within(task.longestRunMs ?? longestRunMs, task.run(job.payload));
        await complete(this.#db, job);
      });
    } catch (error) {
      this.#log.error({ err: error, task: job.task, attempt: job.attempts }, "job failed");
      // If this fails too, the database is away: the lease expires and another worker takes the job.
      await putBack(this.#db, job, error).catch((lost: unknown) =>
        this.#log.warn({ err: lost }, "job not put back"),
      );
    }
  }

  async #renew(): Promise<void> {
    await renewLeases(this.#db, [...this.#running.keys()]).catch((error: unknown) =>
      this.#log.warn({ err: error }, "leases not renewed"),
    );
  }

  /** Only now and then: a round also follows every finished job. */
  async #enqueueRepeatingNowAndThen(): Promise<void> {
    if (performance.now() < this.#repeatingAskedAt + this.#pollMs / 2) return;
    this.#repeatingAskedAt = performance.now();
    await this.#enqueueRepeating();
  }

  async #enqueueRepeating(): Promise<void> {
    const waiting = await this.#db
      .selectFrom("schedules")
      .select("task")
      .where("next_run_at", ">", sql<Date>`now()`)
      .execute();
    const isWaiting = new Set(waiting.map(({ task }) => task));
    for (const { name, everyMs, hasWork, lane = "work" } of this.#tasks.values()) {
      if (everyMs === undefined || isWaiting.has(name)) continue;
      // If the question fails, the task is started: its error is then seen in the console.
      if (hasWork && !(await hasWork().catch(() => true))) continue;
      const isTaken = !this.#isStopping && this.#freeIn(lane) > 0;
      this.#start(await atomically(this.#db, enqueueIfDue, { name, everyMs, lane, isTaken }));
    }
  }
}

/** The time between two rounds. What ends it while nobody waits is remembered: the next wait ends at once. */
class Pause {
  #isEnded = false;
  #endWait = () => {};

  end(): void {
    this.#isEnded = true;
    this.#endWait();
  }

  async wait(ms: number): Promise<void> {
    if (!this.#isEnded) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isEnded = false;
  }
}

/**
 * Stops waiting for a run that hangs: it would hold its lease and its place in the lane for ever. If it still does
 * something later, that is like a task that runs twice.
 */
async function within(ms: number, run: Promise<void>): Promise<void> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const error = new Error(`it ran for longer than ${ms / minute} minutes`);
  const timer = setTimeout(() => reject(error), ms).unref();
  try {
    await Promise.race([run, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

interface Claim {
  free: { lane: Lane; free: number }[];
  tasks: string[];
}

const cutOff = "The worker was killed, or lost the database, while it did this.";
/** After a lease that ended by itself: a job that kills its worker must not kill one after the other. */
const takeoverWait = sql`case when attempts > ${takeoversAtOnce} and attempts < ${maxAttempts}
  then least(2 ^ attempts, ${maxWaitMs / second}) else 0 end * interval '1 second'`;

/** Takes all jobs that are due and have a free place, in one statement for all lanes. Writes nothing if there are none. */
async function claim(db: Db, { free, tasks }: Claim): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    with due as materialized (
      select job.id, job.was_cut_off, job.was_cut_off and job.attempts >= ${maxAttempts} as is_over
      from ${unnested(free, { lane: "text", free: "int" })} cross join lateral (
        select id, attempts, leased_until is not null as was_cut_off from jobs
        where jobs.lane = given.lane and failed_at is null and run_at <= now() and task = any (${tasks})
          and (leased_until is null or leased_until + ${takeoverWait} < now())
        order by run_at limit given.free
        -- A worker skips the job that another one is claiming instead of waiting for it.
        for update skip locked
      ) job
    )
    update jobs
    set leased_by = case when not is_over then gen_random_uuid() end,
      leased_until = case when not is_over then ${fromNow(leaseMs)} end,
      attempts = case when is_over then attempts else attempts + 1 end,
      failed_at = case when is_over then now() end,
      last_error = case when was_cut_off then ${cutOff} else last_error end
    from due where jobs.id = due.id
    returning jobs.id, task, lane, payload, attempts, request_id, leased_by as lease, is_over as "isGivenUp"`.execute(
    db,
  );
  return rows;
}

async function renewLeases(db: Db, jobs: readonly ClaimedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await db
    .updateTable("jobs")
    .set({ leased_until: fromNow(leaseMs) })
    .where(({ eb, or }) => or(jobs.map((job) => eb.and({ id: job.id, leased_by: job.lease }))))
    .execute();
}

async function complete(db: Db, { id, lease }: ClaimedJob): Promise<void> {
  await db.deleteFrom("jobs").where("id", "=", id).where("leased_by", "=", lease).execute();
}

async function putBack(db: Db, { id, lease, attempts }: ClaimedJob, error: unknown): Promise<void> {
  const isOver = error instanceof PermanentFailure || attempts >= maxAttempts;
  await db
    .updateTable("jobs")
    .set({
      leased_by: null,
      leased_until: null,
      run_at: fromNow(Math.min(2 ** attempts * second, maxWaitMs)),
      last_error: String(error instanceof Error ? error.message : error).slice(0, 500),
      failed_at: isOver ? sql<Date>`now()` : null,
    })
    .where("id", "=", id)
    .where("leased_by", "=", lease)
    .execute();
}

/** At a stop: the jobs run again elsewhere, and this time does not count as an attempt. */
async function giveBack(db: Db, jobs: readonly ClaimedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await db
    .updateTable("jobs")
    .set({
      leased_by: null,
      leased_until: null,
      run_at: fromNow(afterStopMs),
      attempts: sql<number>`attempts - 1`,
    })
    .where(({ eb, or }) => or(jobs.map((job) => eb.and({ id: job.id, leased_by: job.lease }))))
    .execute();
}

interface Repeating {
  name: string;
  everyMs: number;
  lane: Lane;
  /** Whether this worker has a place for it: then taking it is no transaction of its own, and nobody is woken. */
  isTaken: boolean;
}

/** Moves the next run of a repeating task forward. Only the worker that moves it enqueues the task. */
async function enqueueIfDue(tx: Tx, { name, everyMs, lane, isTaken }: Repeating): Promise<ClaimedJob[]> {
  const { rows } = await sql<{ now: Date }>`
    insert into schedules as schedule (task, next_run_at) values (${name}, ${fromNow(everyMs)})
    on conflict (task) do update set next_run_at = excluded.next_run_at where schedule.next_run_at <= now()
    returning now()`.execute(tx);
  if (!rows[0]) return [];
  await writeJobs(tx, { task: name, payload: {}, lane, now: rows[0].now, dedupeKey: "repeating" });
  if (isTaken) return claim(tx, { free: [{ lane, free: 1 }], tasks: [name] });
  wakeWorkersAfter(tx);
  return [];
}
