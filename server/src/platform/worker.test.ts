import { once } from "node:events";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { administer } from "../testing/test-database.ts";
import {
  countingTask,
  letQueueTimePass,
  neverPolls,
  openTestQueue,
  until,
  type TestQueue,
} from "../testing/queue.ts";
import { startTestApp } from "../testing/test-app.ts";
import { tasksOf } from "../app.ts";
import { minute, second } from "./clock.ts";
import { atomically, createDb, type Tx } from "./db.ts";
import { enqueue, wakeChannel, type Task } from "./jobs.ts";
import { createWorker } from "./worker.ts";

let queue: TestQueue;
beforeAll(async () => void (queue = await openTestQueue()));
afterAll(() => queue.close());
beforeEach(async () => void (await queue.db.deleteFrom("jobs").execute()));

const listening = (act: string) =>
  administer(
    queue.url,
    `select ${act} from pg_stat_activity
    where datname = '${new URL(queue.url).pathname.slice(1)}' and state = 'idle' and query like 'listen %'`,
  );
const isListening = async () => (await listening("pid")).length > 0;

test("a running worker wakes up at once for a new job and finishes what it has when stopped", async () => {
  let done = false;
  const started = Promise.withResolvers<void>();
  const slow: Task = {
    name: "slow",
    async run() {
      started.resolve();
      await queue.pool.query("select pg_sleep(0.05)");
      done = true;
    },
  };
  const worker = queue.worker([slow], neverPolls);
  worker.start();
  await until(isListening);
  await queue.add("slow");
  await started.promise;
  await worker.stop();
  expect(done).toBe(true);
});

test("a worker that stops gives back what it cannot finish, and another one does it soon", async () => {
  const { promise: never, resolve: end } = Promise.withResolvers<void>();
  const stuck = countingTask("handed over", () => never);
  const leaving = queue.worker([stuck.task], neverPolls);
  leaving.start();
  await queue.add("handed over");
  await until(() => stuck.runs.length === 1);
  const stopsAt = await queue.now();
  await leaving.stop(20);
  const [job] = await queue.jobs();
  expect(job).toMatchObject({ task: "handed over", attempts: 0, leased_by: null });
  // Until the process of the first one has ended, nobody begins with it again.
  expect(job!.run_at.getTime()).toBeGreaterThanOrEqual(stopsAt + 3 * second);
  const done = countingTask("handed over");
  await letQueueTimePass(queue.db, 4 * second);
  await queue.worker([done.task]).drain();
  expect(done.runs).toHaveLength(1);
  end();
});

test("no wake-up is lost, at whatever moment a job is written", async () => {
  const { task, runs } = countingTask("any moment");
  const worker = queue.worker([task], neverPolls);
  worker.start();
  await until(isListening);
  for (let n = 1; n <= 200; n++) {
    // The worker is sometimes pausing, sometimes claiming, sometimes ending a job.
    await queue.add("any moment");
    if (n % 3 === 0) await until(() => runs.length >= n);
    if (n % 7 === 0) await until(async () => (await queue.jobs()).length === 0);
  }
  await until(() => runs.length === 200);
  await worker.stop();
});

test("no wake-up is lost while the worker is busy with other questions", async () => {
  const { task, runs } = countingTask("meanwhile");
  const listener = new pg.Client({ connectionString: queue.url });
  await listener.connect();
  await listener.query(`listen ${wakeChannel}`);
  const asking: Task = {
    ...countingTask("asking").task,
    everyMs: 1000,
    // The worker has looked for jobs just before, and pauses just after.
    async hasWork() {
      const told = once(listener, "notification");
      await queue.add("meanwhile");
      await told;
      return false;
    },
  };
  const worker = queue.worker([task, asking], neverPolls);
  worker.start();
  await until(() => runs.length === 1);
  await worker.stop();
  await listener.end();
});

test("a job that is written while the listening connection is lost runs when it is back", async () => {
  const { task, runs } = countingTask("reconnect");
  const worker = queue.worker([task], neverPolls);
  worker.start();
  for (let n = 1; n <= 5; n++) {
    await until(isListening);
    await Promise.all([listening("pg_terminate_backend(pid)"), queue.add("reconnect")]);
    await until(() => runs.length === n);
  }
  await worker.stop();
});

test("without any notification the next poll finds the job", async () => {
  const { task, runs } = countingTask("polled");
  const worker = queue.worker([task], { pollMs: 50 });
  worker.start();
  await until(isListening);
  await sql`insert into jobs (task, payload, run_at, created_at) values ('polled', '{}', now(), now())`.execute(
    queue.db,
  );
  await until(() => runs.length === 1);
  await worker.stop();
});

test("a code does not wait behind ten thousand mails, nor behind work that never ends", async () => {
  const blocked = Promise.withResolvers<void>();
  const bulk = countingTask("bulk", () => blocked.promise);
  const code = countingTask("code");
  const worker = queue.worker([bulk.task, code.task], neverPolls);
  for (const lane of ["mails", "work"]) {
    await sql`insert into jobs (task, lane, payload, run_at, created_at)
      select 'bulk', ${lane}, '{}', now(), now() from generate_series(1, 10000)`.execute(queue.db);
  }
  worker.start();
  await until(() => bulk.runs.length === 8);
  for (let n = 1; n <= 10; n++) {
    await queue.add("code", { lane: "codes" });
    await until(() => code.runs.length === n);
  }
  expect(bulk.runs).toHaveLength(8);
  const stopped = worker.stop();
  blocked.resolve();
  await stopped;
});

/** A database whose statements are kept by their first two words. */
function listenedTo() {
  const statements: string[] = [];
  const pool = queue.connect();
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => never;
    client.query = (...args: unknown[]) => {
      statements.push(String(args[0]).trim().split(/\s+/, 2).join(" "));
      return query(...args);
    };
  });
  return { pool, statements };
}

test("a transaction that writes jobs does not notify: that is done after its commit", async () => {
  const { pool, statements } = listenedTo();
  const db = createDb(pool);
  const write = async (tx: Tx) => {
    for (let n = 0; n < 3; n++) await enqueue(tx, { task: "told", payload: {}, now: new Date() });
  };
  await atomically(db, write, undefined);
  await until(() => statements.includes("select pg_notify($1,"));
  await db.destroy();
  expect(statements).toEqual([
    "begin",
    "insert into",
    "insert into",
    "insert into",
    "commit",
    "select pg_notify($1,",
  ]);
});

test("a worker that starts a repeating task takes it in the same transaction, and wakes nobody", async () => {
  const { pool, statements } = listenedTo();
  const { task, runs } = countingTask("taken at once");
  const worker = queue.worker([{ ...task, everyMs: minute }], { ...neverPolls, pool });
  worker.start();
  await until(async () => runs.length === 1 && (await queue.jobs()).length === 0);
  await worker.stop();
  await pool.end();
  const claims = "with due";
  expect(statements.filter((statement) => statement !== claims)).toEqual([
    'select "task"',
    "begin",
    "insert into",
    "insert into",
    "commit",
    "delete from",
  ]);
  expect(statements.slice(statements.indexOf("begin"), statements.indexOf("commit"))).toContain(claims);
});

test("a repeating task for which its lane has no place waits for one", async () => {
  const blocked = Promise.withResolvers<void>();
  const { task, runs } = countingTask("waits for a place", () => blocked.promise);
  const tasks = Array.from({ length: 6 }, (_, at) => ({
    ...task,
    name: `${task.name} ${at}`,
    everyMs: minute,
  }));
  const worker = queue.worker(tasks, neverPolls);
  worker.start();
  await until(async () => (await queue.jobs()).length === 6);
  const taken = async () => (await queue.jobs()).filter(({ leased_by }) => leased_by !== null);
  await until(() => runs.length === 4);
  expect(await taken()).toHaveLength(4);
  blocked.resolve();
  await until(() => runs.length === 6);
  await worker.stop();
});

test("an idle worker of the whole product writes nothing", async () => {
  const app = await startTestApp();
  const owner = new pg.Client({ connectionString: app.databaseUrl });
  await owner.connect();
  const written = async () => {
    const { rows } = await owner.query(
      `select (select last_value from jobs_id_seq) as jobs,
        (select string_agg(task || xmin::text, ' ' order by task) from schedules) as schedules`,
    );
    return rows as unknown[];
  };
  await app.worker.drain();
  const before = await written();
  let rounds = 0;
  const asked: Task = { ...countingTask("asked").task, everyMs: minute, hasWork: async () => ++rounds === 0 };
  const { db, log } = app.deps;
  const idle = createWorker({ db, log, tasks: [...tasksOf(app.deps), asked], pollMs: 20 });
  idle.start();
  await until(() => rounds === 5);
  await idle.stop();
  expect(await written()).toEqual(before);
  await owner.end();
  await app.stop();
});

test("an idle installation writes at most five transactions a minute, by these tasks", async () => {
  const app = await startTestApp();
  await app.worker.drain();
  const perMinute = new Map<string, number>();
  for (const { name, everyMs, hasWork } of tasksOf(app.deps)) {
    if (everyMs === undefined || (hasWork && !(await hasWork()))) continue;
    // It is started and taken in one transaction, and ended in another one.
    perMinute.set(name, (2 * minute) / everyMs);
  }
  const { "alerts.check": check, ...others } = Object.fromEntries(perMinute);
  const rare = Object.values(others).reduce((sum, each) => sum + each, 0);
  expect(check).toBe(2);
  expect(Object.keys(others).toSorted()).toEqual([
    "close-accounts",
    "forget-incoming-uploads",
    "forget-old-idempotency-keys",
    "forget-old-limits",
    "forget-old-mails",
    "forget-old-notifications",
    "forget-old-operator-devices",
    "forget-old-operator-sessions",
    "forget-old-sessions",
    "ledger.months",
    "measure-net-results",
    "re-encrypt",
    "reports.measure-days",
  ]);
  const recordsFindings = 1;
  const nodeReports = 1;
  expect(check! + recordsFindings + nodeReports + rare).toBeLessThanOrEqual(5);
  await app.stop();
});
