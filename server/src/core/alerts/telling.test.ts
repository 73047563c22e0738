import { consoleToday } from "@fc/contract/today/console";
import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { after, day, hour, minute } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import { enqueue } from "../../platform/jobs.ts";
import { sendMailTask } from "../../platform/mail/outbox.ts";
import { MailNotSent, type OutgoingMail } from "../../platform/mail/transport.ts";
import type { Worker } from "../../platform/worker.ts";
import { startWebhookReceiver, watcher, type WebhookReceiver } from "../../testing/alerts.ts";
import { addOperator, operatorSignedIn } from "../../testing/operators.ts";
import { until } from "../../testing/queue.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";
import { checkAlertsTask } from "./check.ts";

let app: TestApp;
let hook: WebhookReceiver;
/** Mails that the mail server took. */
let taken: OutgoingMail[];
let isMailDown: boolean;
let worker: Worker;
beforeAll(async () => {
  app = await startTestApp();
  await app.db.deleteFrom("node_disks").execute();
});
afterAll(() => app.stop());
beforeEach(async () => {
  for (const table of ["jobs", "alerts"] as const) await app.db.deleteFrom(table).execute();
  await app.db.updateTable("operators").set({ status: "disabled" }).execute();
  await addOperator(app, "admin");
  hook = await startWebhookReceiver();
  taken = [];
  isMailDown = false;
  worker = watcher(app, hook.webhook, mailing());
});
afterEach(() => hook.close());

const mailing = () =>
  sendMailTask({
    ...app.deps,
    from: "FC Portal <no-reply@example.com>",
    transport: {
      async send(mail) {
        if (isMailDown) throw new MailNotSent("connection: ECONNREFUSED", false);
        taken.push(mail);
      },
    },
  });

async function work(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed++) {
    app.time.advance(minute);
    await worker.drain();
  }
}

/** Two checks later it is told. */
const breakJob = async () => {
  await atomically(app.db, enqueue, { task: "count-sheep", payload: {}, now: app.time.now });
  await app.db
    .updateTable("jobs")
    .set({ last_error: "no", failed_at: app.time.now })
    .where("task", "=", "count-sheep")
    .execute();
};
const mendJob = () => app.db.deleteFrom("jobs").where("task", "=", "count-sheep").execute();

test("the webhook gets a signed message, again and again until it takes it, and follows no redirect", async () => {
  hook.answers.push(500, 302, 404);
  await breakJob();
  await work(6);
  expect(hook.received).toHaveLength(4);
  for (const { headers, body } of hook.received) {
    const signed = [headers["webhook-id"], headers["webhook-timestamp"], body].join(".");
    const signature = createHmac("sha256", hook.webhook.key).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
  }
  // A repetition is known by its id, and each try has its own time, so that old ones can be refused.
  expect(new Set(hook.received.map(({ headers, body }) => [headers["webhook-id"], body].join())).size).toBe(
    1,
  );
  const times = hook.received.map(({ headers }) => Number(headers["webhook-timestamp"]));
  expect(times.at(-1)! * 1000).toBeLessThanOrEqual(app.time.now.getTime());
  expect(times.at(-1)).toBeGreaterThan(times[0]!);
  expect(JSON.parse(hook.received[0]!.body)).toMatchObject({
    type: "alert.begun",
    text: expect.stringContaining("Mails or jobs were given up: 1 job failed for good."),
    data: { condition: "work-failed", state: "begun", endedAt: null, url: "http://localhost/console/jobs" },
  });
});

test("while no mail can be sent the webhook says so", async () => {
  isMailDown = true;
  await breakJob();
  await work(14);
  const told = hook.received.map(({ body }) => JSON.parse(body).data.condition);
  expect(told).toContain("work-failed");
  expect(told).toContain("mails-failing");
  expect(taken).toEqual([]);
});

test("while the webhook is down the mails say so", async () => {
  hook.answers.push(...Array.from({ length: 100 }, () => 503));
  await breakJob();
  await work(14);
  const subjects = taken.map(({ subject }) => subject);
  expect(subjects).toEqual(["Alert: Mails or jobs were given up", "Alert: Background work fails"]);
  expect(taken[1]!.text).toContain("Alert to the webhook");
});

test("everything that begins or ends at one check is one mail to each admin, and nobody else", async () => {
  const second = await addOperator(app, "admin");
  await addOperator(app, "finance");
  await breakJob();
  await app.db
    .insertInto("node_disks")
    .values({ node: "node-2", folder: "/data", free_bytes: 1n, total_bytes: 100n, reported_at: app.time.now })
    .execute();
  await app.db
    .updateTable("node_disks")
    .set({ reported_at: new Date(app.time.now.getTime() + hour) })
    .execute();
  await work(8);
  await mendJob();
  await app.db.deleteFrom("node_disks").execute();
  await work(1);
  const subjects = taken.filter(({ to }) => to === second.email).map(({ subject }) => subject);
  expect(subjects).toEqual([
    "Alert: Mails or jobs were given up",
    "Alert: A disk is nearly full",
    "Over: Mails or jobs were given up",
  ]);
  expect(taken).toHaveLength(6);
  expect(taken[0]!.text).toContain("Try them again once their cause is gone");
});

test("what lasts for one check only is told to nobody, and what comes and goes is one alert", async () => {
  await breakJob();
  await work(1);
  await mendJob();
  await work(2);
  expect(taken).toEqual([]);

  // Failing work is over after five quiet minutes.
  const fail = () =>
    atomically(app.db, enqueue, {
      task: "count-sheep",
      payload: {},
      now: new Date(app.time.now.getTime() - hour),
    }).then(() =>
      app.db.updateTable("jobs").set({ last_error: "no" }).where("task", "=", "count-sheep").execute(),
    );
  for (let round = 0; round < 3; round++) {
    await fail();
    await work(3);
    await mendJob();
    await work(3);
  }
  expect(taken.map(({ subject }) => subject)).toEqual(["Alert: Background work fails"]);
  await work(6);
  expect(taken.at(-1)!.subject).toBe("Over: Background work fails");
});

test("many nodes that check at once tell it once, and Today says when it was checked", async () => {
  await breakJob();
  const check = checkAlertsTask({ ...app.deps, alertWebhook: hook.webhook });
  for (const _ of [1, 2, 3]) {
    app.time.advance(minute);
    await Promise.all(Array.from({ length: 5 }, () => check.run({})));
  }
  await worker.drain();
  expect(hook.received).toHaveLength(1);
  expect(taken).toHaveLength(1);

  const viewer = await operatorSignedIn(app, "viewer");
  const checkedAt = app.time.now.toISOString();
  app.time.advance(10 * minute);
  const { alerts } = (await viewer.call(consoleToday, {})).body.data;
  expect(alerts).toMatchObject({ checkedAt, active: [{ condition: "work-failed" }] });
});

test("a check by a node whose clock is a month ahead silences nothing", async () => {
  const right = app.deps.clock;
  app.deps.clock = () => after(app.time.now, 30 * day);
  worker = watcher(app, hook.webhook, mailing());
  await work(1);
  app.deps.clock = right;
  worker = watcher(app, hook.webhook, mailing());
  hook.received.length = 0;
  await breakJob();
  await work(3);
  expect(hook.received.map(({ body }) => JSON.parse(body).data.condition)).toEqual(["work-failed"]);
});

test("checks go on when one was dated a month ahead by the database itself", async () => {
  await app.db
    .updateTable("alert_checks")
    .set({ checked_at: after(app.time.now, 30 * day) })
    .execute();
  await breakJob();
  await work(3);
  expect(hook.received).toHaveLength(1);
});

test("work that hangs in every place does not keep alerts from being checked and told", async () => {
  const hanging = Promise.withResolvers<void>();
  let hung = 0;
  const hangs = { name: "hangs", run: () => (hung++, hanging.promise) };
  for (let place = 0; place < 4; place++) {
    await atomically(app.db, enqueue, { task: "hangs", payload: {}, now: app.time.now });
  }
  await breakJob();
  worker = watcher(app, hook.webhook, hangs);
  app.time.advance(minute);
  const busy = worker.drain();
  const isChecked = async () => {
    const last = await app.db.selectFrom("alert_checks").select("checked_at").executeTakeFirst();
    return last?.checked_at.getTime() === app.time.now.getTime();
  };
  await until(async () => hung === 4 && (await isChecked()));
  app.time.advance(minute);
  void worker.drain();
  await until(() => hook.received.length === 1);
  hanging.resolve();
  await busy;
});
