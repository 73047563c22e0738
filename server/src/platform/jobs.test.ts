import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { administer } from "../testing/test-database.ts";
import { countingTask, letQueueTimePass, openTestQueue, until, type TestQueue } from "../testing/queue.ts";
import { hour, minute, second } from "./clock.ts";
import { atomically, type Tx } from "./db.ts";
import { enqueue, type Task } from "./jobs.ts";

let queue: TestQueue;
beforeAll(async () => void (queue = await openTestQueue()));
afterAll(() => queue.close());
beforeEach(async () => void (await queue.db.deleteFrom("jobs").execute()));
afterEach(() => void vi.useRealTimers());

const timePasses = (ms: number) => letQueueTimePass(queue.db, ms);

/** A task that runs until it is told how to end, once for each of its runs. */
function heldTask(name: string) {
  const runs: PromiseWithResolvers<void>[] = [];
  const task: Task = {
    name,
    run() {
      const held = Promise.withResolvers<void>();
      runs.push(held);
      return held.promise;
    },
  };
  return { task, runs };
}

test("a job runs once, even with many workers", async () => {
  const { task, runs } = countingTask("one");
  for (let i = 0; i < 20; i++) await queue.add("one");
  await Promise.all(Array.from({ length: 4 }, () => queue.worker([task]).drain()));
  expect(runs).toHaveLength(20);
});

test("a job is written in the transaction that causes it, or not at all", async () => {
  const { task, runs } = countingTask("never");
  const fail = async (tx: Tx) => {
    await enqueue(tx, { task: "never", payload: {}, now: new Date() });
    throw new Error("rolled back");
  };
  await expect(atomically(queue.db, fail, undefined)).rejects.toThrow("rolled back");
  await queue.worker([task]).drain();
  expect(runs).toEqual([]);
});

test("a job that fails is tried again later, each time after a longer wait", async () => {
  const { task, runs } = countingTask("flaky", async () => {
    if (runs.length < 3) throw new Error("not yet");
  });
  await queue.add("flaky");
  for (const waitMs of [2 * second, 4 * second]) {
    const before = await queue.now();
    await queue.worker([task]).drain();
    const runAt = (await queue.jobs())[0]!.run_at.getTime();
    expect(runAt).toBeGreaterThanOrEqual(before + waitMs);
    expect(runAt).toBeLessThanOrEqual((await queue.now()) + waitMs);
    await timePasses(minute);
  }
  await queue.worker([task]).drain();
  expect(runs).toHaveLength(3);
  expect(await queue.jobs()).toEqual([]);
});

test("a job that fails twenty times is kept for an operator with its error, and not run again", async () => {
  const { task, runs } = countingTask("hopeless", () => Promise.reject(new Error("no way")));
  await queue.add("hopeless");
  for (let i = 0; i < 30; i++) {
    await queue.worker([task]).drain();
    await timePasses(hour);
  }
  expect(runs).toHaveLength(20);
  expect(await queue.jobs()).toMatchObject([{ failed_at: expect.any(Date), last_error: "no way" }]);
});

test("the running jobs of a killed worker are taken over within 15 seconds, and not before their leases end", async () => {
  const held = heldTask("orphan");
  await queue.add("orphan");
  const pool = queue.connect();
  void queue
    .worker([held.task], { pool })
    .drain()
    .catch(() => undefined);
  await until(() => held.runs.length === 1);
  // Without connections it can neither renew its leases nor end its jobs.
  await pool.end();
  const { task, runs } = countingTask("orphan");
  // The rest of the lease must not end while a busy machine gets to the next step.
  await sql`update jobs set leased_until = leased_until + interval '1 minute'`.execute(queue.db);
  await queue.worker([task]).drain();
  expect(runs).toEqual([]);
  // A worker that waits for its next poll finds it one second later.
  await timePasses(minute + 14 * second);
  await queue.worker([task]).drain();
  expect(runs).toHaveLength(1);
});

/** Its worker is killed in the middle of an attempt: nobody renews or ends the lease. */
const killWorker = async () => {
  const { attempts } = (await queue.jobs())[0]!;
  await sql`update jobs set attempts = ${attempts + 1}, leased_by = gen_random_uuid(),
    leased_until = now() - interval '1 second'`.execute(queue.db);
};

test("a job that kills each worker waits longer each time, and after twenty times is kept as failed", async () => {
  const { task, runs } = countingTask("poison");
  await queue.add("poison");
  for (let killed = 0; killed < 3; killed++) await killWorker();
  await queue.worker([task]).drain();
  expect(runs).toEqual([]);
  for (let killed = 3; killed < 20; killed++) await killWorker();
  await queue.worker([task]).drain();
  await timePasses(hour);
  await queue.worker([task]).drain();
  expect(runs).toEqual([]);
  expect(await queue.jobs()).toMatchObject([
    { failed_at: expect.any(Date), attempts: 20, last_error: expect.stringContaining("killed") },
  ]);
});

test("a job whose worker was killed runs again after its wait, and shows meanwhile what happened", async () => {
  const held = heldTask("unlucky");
  await queue.add("unlucky");
  for (let killed = 0; killed < 5; killed++) await killWorker();
  await timePasses(minute);
  const running = queue.worker([held.task]).drain();
  await until(() => held.runs.length === 1);
  expect(await queue.jobs()).toMatchObject([{ attempts: 6, last_error: expect.stringContaining("killed") }]);
  held.runs[0]!.resolve();
  await running;
  expect(await queue.jobs()).toEqual([]);
});

test("jobs that hang lose their places, and are tried again like jobs that fail", async () => {
  const held = heldTask("hanging");
  const other = countingTask("other");
  for (let i = 0; i < 4; i++) await queue.add("hanging");
  await queue.add("other");
  await queue.worker([{ ...held.task, longestRunMs: 100 }, other.task]).drain();
  expect([held.runs.length, other.runs.length]).toEqual([4, 1]);
  expect(await queue.jobs()).toMatchObject(
    Array.from({ length: 4 }, () => ({
      failed_at: null,
      last_error: expect.stringContaining("longer than"),
    })),
  );
});

test("a job that runs longer than its lease stays with its worker", async () => {
  const held = heldTask("long");
  await queue.add("long");
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const running = queue.worker([held.task]).drain();
  await until(() => held.runs.length === 1);
  await timePasses(11 * second);
  const renewedFrom = await queue.now();
  await vi.advanceTimersByTimeAsync(5 * second);
  const { task, runs } = countingTask("long");
  await until(async () => (await queue.jobs())[0]!.leased_until!.getTime() >= renewedFrom + 12 * second);
  // More than one lease has passed, and most of the second one is left for a busy machine.
  await timePasses(2 * second);
  await queue.worker([task]).drain();
  expect(runs).toEqual([]);
  held.runs[0]!.resolve();
  await running;
});

test.each([
  ["ends it", (run: PromiseWithResolvers<void>) => run.resolve()],
  ["fails", (run: PromiseWithResolvers<void>) => run.reject(new Error("too late"))],
])(
  "a worker that lost its job to another attempt, even one of its own, changes nothing when it %s",
  async (_, end) => {
    const held = heldTask("fenced");
    const next = countingTask("next");
    await queue.add("fenced");
    const worker = queue.worker([held.task, next.task]);
    const first = worker.drain();
    await until(() => held.runs.length === 1);
    await timePasses(20 * second);
    const successor = worker.drain();
    await until(() => held.runs.length === 2);
    const [before] = await queue.jobs();
    await queue.add("next");
    end(held.runs[0]!);
    // The worker looks for the next job when it has written whatever it writes about this one.
    await until(() => next.runs.length === 1);
    expect((await queue.jobs()).filter(({ task }) => task === "fenced")).toEqual([before]);
    held.runs[1]!.resolve();
    await Promise.all([first, successor]);
    expect(await queue.jobs()).toEqual([]);
  },
);

test("all free places of a lane are filled by one statement", async () => {
  const held = heldTask("several");
  for (let i = 0; i < 4; i++) await queue.add("several");
  const running = queue.worker([held.task]).drain();
  await until(() => held.runs.length === 4);
  const leases = (await queue.jobs()).map(({ leased_until }) => leased_until!.getTime());
  for (const run of held.runs) run.resolve();
  await running;
  expect(new Set(leases).size).toBe(1);
});

test.each([-hour, hour])(
  "a node whose clock is wrong by %i ms neither delays jobs nor steals them nor stops what repeats",
  async (wrongBy) => {
    const held = heldTask("held");
    await queue.add("held");
    const elsewhere = queue.worker([held.task]).drain();
    await until(() => held.runs.length === 1);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + wrongBy });
    const stolen = countingTask("held");
    const plain = countingTask("plain");
    const tick = countingTask(`tick of a clock wrong by ${wrongBy}`);
    const worker = queue.worker([stolen.task, plain.task, { ...tick.task, everyMs: minute }]);
    await queue.add("plain");
    await queue.add("plain", { afterMs: 10 * minute });
    await worker.drain();
    vi.useRealTimers();
    expect([stolen.runs.length, plain.runs.length, tick.runs.length]).toEqual([0, 1, 1]);
    held.runs[0]!.resolve();
    await elsewhere;

    await timePasses(minute);
    await worker.drain();
    expect([plain.runs.length, tick.runs.length]).toEqual([1, 2]);
  },
);

test("a worker whose database goes away in the middle of a job lives on and does it later", async () => {
  let runs = 0;
  const task: Task = {
    name: "cut off",
    async run() {
      // The first time, every connection of ours is ended under it.
      if (++runs === 1)
        await administer(
          queue.url,
          `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = '${new URL(queue.url).pathname.slice(1)}'`,
        );
    },
  };
  await queue.add("cut off");
  await queue
    .worker([task])
    .drain()
    .catch(() => undefined);
  await until(async () => {
    // A connection that was ended looks idle until the next query on it fails.
    const queries = Array.from({ length: 10 }, () => queue.pool.query("select 1"));
    return (await Promise.allSettled(queries)).every(({ status }) => status === "fulfilled");
  });
  await timePasses(minute);
  await queue.worker([task]).drain();
  expect(runs).toBeGreaterThanOrEqual(1);
  expect(await queue.jobs()).toEqual([]);
});

test("two open jobs with the same key are one", async () => {
  const { task, runs } = countingTask("dedupe");
  await queue.add("dedupe", { dedupeKey: "same" });
  await queue.add("dedupe", { dedupeKey: "same" });
  await queue.worker([task]).drain();
  expect(runs).toHaveLength(1);
});

test("a job for later waits for its time", async () => {
  const { task, runs } = countingTask("later");
  await queue.add("later", { afterMs: minute });
  await queue.worker([task]).drain();
  expect(runs).toEqual([]);
  await timePasses(minute);
  await queue.worker([task]).drain();
  expect(runs).toHaveLength(1);
});

test("a repeating task runs once a period, however many workers there are", async () => {
  const { task, runs } = countingTask("tick");
  const ticking = { ...task, everyMs: hour };
  for (let i = 0; i < 3; i++) {
    await Promise.all(Array.from({ length: 3 }, () => queue.worker([ticking]).drain()));
    await timePasses(hour);
  }
  expect(runs).toHaveLength(3);
});

test("a repeating task that has nothing to do is not started, and one that cannot tell is", async () => {
  const { task, runs } = countingTask("tick with work");
  const ticking = { ...task, everyMs: second };
  await queue.worker([{ ...ticking, hasWork: async () => false }]).drain();
  expect(runs).toEqual([]);
  await queue.worker([{ ...ticking, hasWork: () => Promise.reject(new Error("no idea")) }]).drain();
  expect(runs).toHaveLength(1);
});
