import { logout } from "@fc/contract/login/portal";
import {
  chooseNotifications,
  notificationChoices,
  subscribePush,
  unsubscribePush,
} from "@fc/contract/notifications/portal";
import { chooseLanguage } from "@fc/contract/login/portal";
import { signOutOthers } from "@fc/contract/security/portal";
import { writeNotice } from "@fc/contract/notices/console";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { noticePushTask } from "./core/notifications/notice-push.ts";
import { closeDay } from "./core/plan/closing.ts";
import { day, hour } from "./platform/clock.ts";
import { atomically } from "./platform/db.ts";
import { openSession } from "./platform/sessions.ts";
import { coins, longAgo, setPrice } from "./testing/money.ts";
import { operatorSignedIn } from "./testing/operators.ts";
import { fillPool, stakeNow } from "./testing/plan/stakes.ts";
import { startPushReceiver } from "./testing/push-receiver.ts";
import { approveStake, newcomer, requestedStake, type Person } from "./testing/staking-requests.ts";
import { signedIn, startTestApp, TestClient, type TestApp } from "./testing/test-app.ts";
import { addNotice } from "./features/notices/notices.ts";

let app: TestApp;
let service: Awaited<ReturnType<typeof startPushReceiver>>;
beforeAll(async () => {
  service = await startPushReceiver();
  app = await startTestApp(undefined, { pushHosts: [service.host] });
  await setPrice(app.db, 15_000, longAgo(app.time.now));
});
afterAll(async () => {
  await app.stop();
  await service.close();
});
beforeEach(() => {
  service.received.length = 0;
  Object.assign(service.state, { status: 201, headers: {} });
});

type Subscription = ReturnType<typeof service.subscribe>;

function subscribe({ member, client }: Person, subscription: Subscription) {
  return client.call(subscribePush, { body: { userId: member.id, ...subscription } });
}

async function subscribed(): Promise<Person & { subscription: Subscription }> {
  const person = await newcomer(app);
  const subscription = service.subscribe();
  expect((await subscribe(person, subscription)).status).toBe(200);
  return { ...person, subscription };
}

/** What the browsers got, once everything that waits was sent. */
async function messages(): Promise<{ title: string; body: string; tag: string; path: string }[]> {
  await app.worker.drain();
  return service.received.map(({ text }) => JSON.parse(text));
}

async function isOn({ member, client }: Person): Promise<boolean> {
  const { body } = await client.call(notificationChoices, { params: { userId: member.id } });
  return body.data.push.isOn;
}

test("a browser that agreed is told in the member's language, encrypted for it alone and without amounts", async () => {
  const person = await subscribed();
  await person.client.call(chooseLanguage, { body: { language: "hi" } });
  await approveStake(app, await requestedStake(app, person));
  const [message, ...others] = await messages();
  expect(others).toEqual([]);
  expect(message).toMatchObject({ title: "आपका स्टेक शुरू हुआ", path: "/notifications" });
  expect(JSON.stringify(message)).not.toMatch(/150|\$|FC\w{7}/);
  const { headers, path } = service.received[0]!;
  expect(`${service.host}${path}`).toBe(person.subscription.endpoint);
  expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400", urgency: "normal" });
  const { body } = await person.client.call(notificationChoices, { params: { userId: person.member.id } });
  expect(headers["authorization"]).toContain(`k=${body.data.push.key}`);
});

test("a subscription that is gone is dropped, and one that fails for now is tried again", async () => {
  const person = await subscribed();
  service.state.status = 503;
  await approveStake(app, await requestedStake(app, person));
  await app.worker.drain();
  expect(service.received).toHaveLength(1);
  expect(await isOn(person)).toBe(true);
  service.state.status = 410;
  app.time.advance(hour);
  await app.worker.drain();
  expect(service.received.length).toBeGreaterThan(1);
  expect(await isOn(person)).toBe(false);
  const waiting = await app.db.selectFrom("jobs").select("id").where("lane", "=", "push").execute();
  expect(waiting).toEqual([]);
});

test("a push service that redirects leads nowhere", async () => {
  const person = await subscribed();
  const elsewhere = service.subscribe();
  Object.assign(service.state, { status: 307, headers: { location: elsewhere.endpoint } });
  await approveStake(app, await requestedStake(app, person));
  await app.worker.drain();
  expect(service.received.map(({ path }) => `${service.host}${path}`)).toEqual([
    person.subscription.endpoint,
  ]);
  await app.db.deleteFrom("jobs").where("lane", "=", "push").execute();
});

test("news that could not be delivered for a day is not delivered any more", async () => {
  const person = await subscribed();
  service.state.status = 503;
  await approveStake(app, await requestedStake(app, person));
  await app.worker.drain();
  service.state.status = 201;
  service.received.length = 0;
  app.time.advance(day + hour);
  expect(await messages()).toEqual([]);
});

test.each(["https://example.com/", "https://127.0.0.1/", "http://fcm.googleapis.com/", "file:///etc/passwd"])(
  "the address %s of no known push service is refused",
  async (endpoint) => {
    const person = await newcomer(app);
    const { status, body } = await subscribe(person, { ...service.subscribe(), endpoint });
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { endpoint: "This browser's push service is not known here" },
    });
    expect(await isOn(person)).toBe(false);
  },
);

test("keys that are no point of the curve are refused", async () => {
  const person = await newcomer(app);
  const p256dh = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString("base64url");
  expect((await subscribe(person, { ...service.subscribe(), p256dh })).status).toBe(400);
});

test("a browser that signed out, or was signed out from elsewhere, is told nothing more", async () => {
  const [leaving, staying] = [await subscribed(), await subscribed()];
  await leaving.client.call(logout, {});
  const elsewhere = await signedIn(app, staying.member);
  await elsewhere.call(signOutOthers, { body: { userId: staying.member.id } });
  for (const { member } of [leaving, staying])
    await approveStake(app, await requestedStake(app, { member, client: await signedIn(app, member) }));
  expect(await messages()).toEqual([]);
  const left = await app.db
    .selectFrom("push_subscriptions")
    .select("session_id")
    .where("member_id", "in", [leaving.member.id, staying.member.id])
    .execute();
  expect(left).toEqual([]);
});

test("signing out everywhere else also ends the messages of a phone that was not used for days", async () => {
  const lost = await subscribed();
  app.time.advance(5 * day);
  const client = await signedIn(app, lost.member);
  await client.call(signOutOthers, { body: { userId: lost.member.id } });
  await approveStake(app, await requestedStake(app, { member: lost.member, client }));
  expect(await messages()).toEqual([]);
});

test.each([400, 403, 405, 413])(
  "a browser whose service answers with %i stays subscribed, and operators hear of it once",
  async (status) => {
    const person = await subscribed();
    service.state.status = status;
    await approveStake(app, await requestedStake(app, person));
    await app.worker.drain();
    await approveStake(app, await requestedStake(app, person, 300));
    await app.worker.drain();
    expect(service.received).toHaveLength(2);
    expect(await isOn(person)).toBe(true);
    const left = await app.db
      .deleteFrom("jobs")
      .where("lane", "=", "push")
      .where("failed_at", "is not", null)
      .returning("last_error")
      .execute();
    expect(left).toEqual([{ last_error: `push answered with ${status}` }]);
    service.state.status = 201;
    await approveStake(app, await requestedStake(app, person, 450));
    expect(await messages()).toHaveLength(3);
  },
);

test("sixteen devices that subscribe at once are at most ten", async () => {
  const member = await app.addMember();
  const clients: TestClient[] = [];
  for (let number = 0; number < 16; number++) {
    const session = { memberId: member.id, temporaryPasswordId: null, ip: "192.0.2.1", userAgent: "" };
    const { token, cookie } = await atomically(app.db, openSession, { ...session, now: app.time.now });
    const client = new TestClient(app);
    client.token = token;
    client.cookies.set("fc_session", cookie);
    clients.push(client);
  }
  const answers = await Promise.all(
    clients.map((client) => subscribe({ member, client }, service.subscribe())),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const devices = await app.db
    .selectFrom("push_subscriptions")
    .select("session_id")
    .where("member_id", "=", member.id)
    .execute();
  expect(devices).toHaveLength(10);
});

test("who signs in on a browser takes it over, but who only knows its address does not", async () => {
  const first = await subscribed();
  const thief = await newcomer(app);
  await subscribe(thief, { ...service.subscribe(), endpoint: first.subscription.endpoint });
  expect(await isOn(first)).toBe(true);
  const second = await newcomer(app);
  await subscribe(second, first.subscription);
  expect([await isOn(first), await isOn(second)]).toEqual([false, true]);
  await approveStake(app, await requestedStake(app, first));
  expect(await messages()).toEqual([]);
});

test("a member turns it off on one device, or for a topic on all of them", async () => {
  const person = await subscribed();
  const userId = person.member.id;
  const body = { userId, topic: "approved", channel: "push", isOn: false } as const;
  await person.client.call(chooseNotifications, { body });
  await approveStake(app, await requestedStake(app, person));
  expect(await messages()).toEqual([]);
  await person.client.call(chooseNotifications, { body: { ...body, isOn: true } });
  await person.client.call(unsubscribePush, { body: { userId } });
  await approveStake(app, await requestedStake(app, person, 300));
  expect(await messages()).toEqual([]);
});

test("at most ten devices of a member are told, the newest ones", async () => {
  const member = await app.addMember();
  for (let number = 0; number < 12; number++) {
    app.time.advance(hour);
    const client = await signedIn(app, member);
    expect((await subscribe({ member, client }, service.subscribe())).status).toBe(200);
  }
  const { count } = await app.db
    .selectFrom("push_subscriptions")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(10n);
});

test("a notice is told when it begins, once, and only to its readers", async () => {
  const [reader, stranger] = [await subscribed(), await subscribed()];
  const now = app.time.now;
  await atomically(app.db, addNotice, {
    message: "Word",
    readerIds: [reader.member.id],
    startsAt: new Date(now.getTime() + hour),
    endsAt: undefined,
    now,
  });
  expect(await messages()).toEqual([]);
  app.time.advance(2 * hour);
  expect(await messages()).toMatchObject([{ title: "There is a new notice" }]);
  expect(service.received[0]?.path).toBe(new URL(reader.subscription.endpoint).pathname);
  expect(stranger.subscription.endpoint).not.toBe(reader.subscription.endpoint);
});

test("a notice to everybody reaches each of more members than one batch has, once", async () => {
  await app.db.deleteFrom("push_subscriptions").execute();
  const browser = service.subscribe();
  const others = 1_004;
  // As registration, login and subscription write them, which would take minutes for so many.
  await sql`
    with member as (
      insert into members (ref_id, name, email, joined_at)
      select 'FCNOT' || lpad(at::text, 5, '0'), 'Reader', 'reader' || at || '@example.com', ${app.time.now}
      from generate_series(1, ${others}::int) at returning id
    ), session as (
      insert into sessions (id, member_id, token_hash, cookie_hash, must_change_password, created_at, last_seen_at,
        expires_at, ip, user_agent)
      select gen_random_uuid(), id, sha256(('token' || id)::bytea), sha256(('cookie' || id)::bytea), false, ${app.time.now},
        ${app.time.now}, ${new Date(app.time.now.getTime() + day)}, '192.0.2.1', '' from member
      returning id, member_id
    )
    insert into push_subscriptions (session_id, member_id, endpoint, p256dh, auth, created_at)
    select id, member_id, ${browser.endpoint}, ${Buffer.from(browser.p256dh, "base64url")},
      ${Buffer.from(browser.auth, "base64url")}, ${app.time.now} from session`.execute(app.db);
  const [last, silent] = [await subscribed(), await subscribed()];
  const body = { userId: silent.member.id, topic: "notices", channel: "push", isOn: false } as const;
  expect((await silent.client.call(chooseNotifications, { body })).status).toBe(200);

  const support = await operatorSignedIn(app, "support");
  const notice = { message: "Word", refIds: null, startsAt: null, endsAt: null };
  expect((await support.call(writeNotice, { body: notice })).status).toBe(200);
  expect(await messages()).toHaveLength(others + 1);
  const ofLast = service.received.filter(({ path }) => last.subscription.endpoint.endsWith(path));
  expect(ofLast).toHaveLength(1);
  // What a worker does that was taken for dead and goes on.
  const { id } = await app.db
    .selectFrom("notices")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await noticePushTask(app.deps).run({ id });
  await noticePushTask(app.deps).run({ id, after: 0 });
  expect(await app.db.selectFrom("jobs").select("task").where("lane", "=", "push").execute()).toEqual([]);
});

test("the rewards of a day are told to those who asked for it and were credited", async () => {
  const now = new Date("2027-02-01T12:00:00+05:30");
  app.time.now = now;
  await fillPool(app.db, coins(10_000_000), now);
  const [asked, silent, idle] = [await subscribed(), await subscribed(), await subscribed()];
  for (const { member, client } of [asked, idle]) {
    const body = { userId: member.id, topic: "closing", channel: "push", isOn: true } as const;
    expect((await client.call(chooseNotifications, { body })).status).toBe(200);
  }
  for (const { member } of [asked, silent]) await stakeNow(app.db, { memberId: member.id, usd: 150, now });
  app.time.now = new Date("2027-02-02T19:00:00Z");
  for (const closed of ["2027-02-01", "2027-02-02"])
    await closeDay(app.db, { day: closed, now: app.time.now });
  expect(await messages()).toMatchObject([
    { title: "The rewards of the day are credited", tag: "d2027-02-02" },
  ]);
  expect(service.received[0]?.path).toBe(new URL(asked.subscription.endpoint).pathname);
});
