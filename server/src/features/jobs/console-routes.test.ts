import * as contract from "@fc/contract/jobs/console";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { atomically, type Tx } from "../../platform/db.ts";
import { failingWork } from "../../core/jobs/failing-work.ts";
import { enqueue, PermanentFailure, type Task } from "../../platform/jobs.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { createWorker } from "../../platform/worker.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let support: TestClient;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.deleteFrom("jobs").execute();
  support = await operatorSignedIn(app, "support");
});

/** A worker whose mail server and whose one task are away, until they are not. */
let isAway = true;
const away = (name: string): Task => ({
  name,
  async run() {
    if (isAway)
      throw new PermanentFailure("mail 1 to a***@example.com is refused: RCPT TO answered with 550");
  },
});
async function work(...names: string[]): Promise<void> {
  const { db, log } = app.deps;
  await createWorker({ db, log, tasks: names.map(away) }).drain();
}

const add = (dedupeKey?: string) =>
  atomically(app.db, enqueue, {
    task: "count-sheep",
    payload: {},
    now: app.time.now,
    ...(dedupeKey === undefined ? {} : { dedupeKey }),
  });
const mail = (tx: Tx) =>
  queueMail(tx, {
    to: "asha@example.com",
    content: { subject: "Your code", heading: "Your code", blocks: [{ kind: "code", code: "123456" }] },
    now: app.time.now,
  });

async function failOnce(): Promise<void> {
  isAway = true;
  await add();
  await work("count-sheep");
  await atomically(app.db, mail, undefined);
  await work("send-mail");
}

const list = async (query: object = {}) => (await support.call(contract.consoleJobs, { query })).body;
const retry = (id: number, client = support) => client.call(contract.retryJob, { params: { id } });
const discard = (id: number, reason: string, client = support) =>
  client.call(contract.discardJob, { params: { id }, body: { reason } });

test("what failed is listed with its error, a mail with its subject and no more of the address than needed", async () => {
  await failOnce();
  await add();
  const { data, total } = await list();
  expect(total).toBe(3);
  expect(data.map((row: contract.WorkRow) => [row.kind, row.state])).toEqual([
    ["job", "failed"],
    ["mail", "failed"],
    ["job", "waiting"],
  ]);
  const [row] = (await list({ kind: "mail", state: "failed" })).data;
  expect(row).toMatchObject({ subject: "Your code", recipient: "a***@example.com", attempts: 1 });
  expect((await list({ lane: "codes" })).data).toEqual([row]);
  expect(contract.plainError(row.error)).toBe("The receiving mail server refuses this address for good.");
  expect(await failingWork(app.db)).toEqual({
    jobs: { failed: 1, retrying: 0, waiting: 1 },
    mails: { failed: 1, retrying: 0, waiting: 0 },
  });
  expect((await support.call(contract.consoleJobCounts, {})).body.data.mails.failed).toBe(1);
});

test("one that is retried runs again at once, and is in the log", async () => {
  await failOnce();
  const [{ id }] = (await list({ kind: "job" })).data;
  expect((await retry(id)).status).toBe(200);
  expect((await list({ kind: "job" })).data).toMatchObject([{ state: "waiting", attempts: 0, error: null }]);
  isAway = false;
  await work("count-sheep");
  expect((await list({ kind: "job" })).total).toBe(0);
  const log = await app.db
    .selectFrom("operator_log")
    .select(["action", "details"])
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(log).toEqual({ action: "job/retry", details: { job: String(id) } });
});

test("all of a kind are retried together, and the others are left", async () => {
  await failOnce();
  const { body } = await support.call(contract.retryAllJobs, { body: { kind: "mail" } });
  expect(body.data.count).toBe(1);
  expect(await failingWork(app.db)).toMatchObject({ jobs: { failed: 1 }, mails: { failed: 0, waiting: 1 } });
});

test("work that failed twice under one name, and work that waits again already, is retried once", async () => {
  isAway = true;
  for (let time = 0; time < 2; time++) {
    await add("nightly");
    await work("count-sheep");
  }
  expect((await support.call(contract.retryAllJobs, { body: {} })).body.data.count).toBe(2);
  expect((await list()).data).toMatchObject([{ state: "waiting" }]);
  await work("count-sheep");
  await add("nightly");
  const [{ id }] = (await list({ state: "failed" })).data;
  expect((await retry(id)).status).toBe(200);
  expect((await list()).data).toMatchObject([{ state: "waiting" }]);
});

test("what is thrown away is gone with the text of the mail, and its reason is in the log", async () => {
  await failOnce();
  const [{ id }] = (await list({ kind: "mail" })).data;
  expect((await discard(id, "  ")).status).toBe(400);
  expect((await discard(id, "The address does not exist")).status).toBe(200);
  expect((await list({ kind: "mail" })).total).toBe(0);
  const left = await app.db.selectFrom("mails").select("content").orderBy("id", "desc").executeTakeFirst();
  expect(left).toEqual({ content: null });
  const { details } = await app.db
    .selectFrom("operator_log")
    .select("details")
    .where("action", "=", "job/discard")
    .executeTakeFirstOrThrow();
  expect(details).toMatchObject({ task: "send-mail", reason: "The address does not exist" });
});

test("of operators who throw the same away at once one wins, and the others get an error that says who and when", async () => {
  await failOnce();
  const [{ id }] = (await list({ kind: "job" })).data;
  const others = await Promise.all(Array.from({ length: 5 }, () => operatorSignedIn(app, "admin")));
  const answers = await Promise.all(others.map((other) => discard(id, "Not needed", other)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body).toMatchObject({ code: "DECIDED_ALREADY", fields: { by: "The admin" } });
  }
});

test("what waits for its time, or is being done, can be neither retried nor thrown away", async () => {
  await add();
  const [{ id }] = (await list()).data;
  expect((await retry(id)).status).toBe(409);
  expect((await discard(id, "Not needed")).status).toBe(409);
  await app.db
    .updateTable("jobs")
    .set({ last_error: "ECONNREFUSED", leased_until: sql<Date>`now() + interval '1 minute'` })
    .execute();
  expect((await retry(id)).status).toBe(409);
  expect((await discard(id, "Not needed")).status).toBe(409);
});

test("a job that kills its worker again and again, without an error of its own, can be retried and discarded", async () => {
  await add();
  await sql`update jobs set attempts = 5, leased_by = gen_random_uuid(), leased_until = now() - interval '1 second'`.execute(
    app.db,
  );
  const [{ id, state }] = (await list()).data;
  expect(state).toBe("retrying");
  expect((await retry(id)).status).toBe(200);
  expect((await list()).data).toMatchObject([{ id, state: "waiting", attempts: 0 }]);
  await sql`update jobs set attempts = 5`.execute(app.db);
  expect((await discard(id, "It kills the server")).status).toBe(200);
  expect((await list()).total).toBe(0);
});
