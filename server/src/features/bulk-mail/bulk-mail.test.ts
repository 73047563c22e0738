import * as bulk from "@fc/contract/bulk-mail/console";
import { readSubscription, subscribeAgain } from "@fc/contract/bulk-mail/portal";
import { blockMember } from "@fc/contract/members/console-actions";
import { chooseNotifications, notificationChoices } from "@fc/contract/notifications/portal";
import { operatorLog } from "@fc/contract/operators/console";
import { sendOtp } from "@fc/contract/otp/portal";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { second } from "../../platform/clock.ts";
import { runCommand } from "../../testing/commands.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { testPassword } from "../../testing/password.ts";
import { confirmNewest, waitingFor } from "../../testing/proposals.ts";
import { catchMails, type CaughtMail } from "../../testing/smtp.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

const bounceTo = "bounces@portal.example.com";

let app: TestApp;
let mail: Awaited<ReturnType<typeof catchMails>>;
let support: TestClient;
let admin: TestClient;
let root: TestMember;

beforeAll(async () => {
  app = await startTestApp();
  // The command that takes bounces has the real clock.
  app.time.now = new Date();
  mail = await catchMails(app, { bounceTo });
  support = await operatorSignedIn(app, "support");
  admin = await operatorSignedIn(app, "admin");
  root = await app.addMember({ name: "The Root" });
});
afterAll(async () => {
  await mail.stop();
  await app.stop();
});

/** Each test has members of its own, whom the search finds by this name. */
let family: string;
let members: TestMember[];
let families = 0;
beforeEach(async () => {
  family = `Family${String.fromCodePoint(65 + families++)}${Date.now()}`;
  members = [];
  for (const name of ["Asha", "Bina", "Chetan", "Divya"]) {
    members.push(await app.addMember({ name: `${name} ${family}`, sponsor: root }));
  }
});
afterEach(async () => {
  mail.caught.length = 0;
  mail.refused.clear();
  await setting({});
  await app.db
    .updateTable("bulk_mails")
    .set({ state: "done" })
    .where("state", "in", ["sending", "paused"])
    .execute();
});

const contentOf = (change: Partial<bulk.BulkMailContent> = {}): bulk.BulkMailContent => ({
  kind: "news",
  serviceReason: "",
  filter: { search: family },
  subject: { en: "News for {name}", hi: "{name} के लिए समाचार" },
  text: { en: "Hello {name}, your user ID is {userId}.", hi: "नमस्ते {name}, आपकी यूज़र ID {userId} है।" },
  ...change,
});

async function write(change: Partial<bulk.BulkMailContent> = {}, by = support): Promise<number> {
  const { body, status } = await by.call(bulk.writeBulkMail, { body: contentOf(change) });
  expect(status).toBe(200);
  return body.data.id;
}

const read = async (id: number): Promise<bulk.BulkMail> =>
  (await support.call(bulk.oneBulkMail, { params: { id } })).body.data;
const audience = async ({ kind, filter } = contentOf()): Promise<bulk.BulkMailAudience> =>
  (await support.call(bulk.bulkMailAudience, { body: { kind, filter } })).body.data;

async function send(id: number, { by = support, reason }: { by?: TestClient; reason?: string } = {}) {
  const { version, ...content } = await read(id);
  const { gets, upTo } = await audience(content);
  return by.call(bulk.sendBulkMail, {
    params: { id },
    body: { version, gets, upTo, ...(reason && { reason }) },
  });
}

const steer = async (id: number, act: "pause" | "resume" | "cancel", by = support) =>
  by.call(bulk.steerBulkMail, { params: { id }, body: { act, version: (await read(id)).version } });

/** Lets the workers run for some seconds. */
async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at++) {
    app.time.advance(second);
    await mail.work();
  }
}

async function setting(values: { perMinute?: number; twoPeopleFrom?: number }): Promise<void> {
  const value = JSON.stringify(values);
  await app.db
    .insertInto("business_settings")
    .values({ name: "bulkMail", value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
const perMinute = (rate: number) => setting({ perMinute: rate });

async function resultsOf(id: number): Promise<Record<string, string>> {
  const { body } = await support.call(bulk.bulkMailResultPage, { params: { id }, query: { size: 100 } });
  const rows: bulk.BulkMailResultRow[] = body.data;
  return Object.fromEntries(
    rows.map(({ name, result, reason }) => [
      name.split(" ")[0]!,
      [result, reason].filter(Boolean).join(": "),
    ]),
  );
}

/** The kept totals are what counting the rows gives. */
async function expectTotalsToBeTrue(id: number): Promise<void> {
  const { totals } = await read(id);
  const { rows } = await sql<{ result: string; count: number }>`
    select result, count(*)::int as count from bulk_mail_recipients
    where bulk_mail_id = ${id} group by result`.execute(app.db);
  const counted = Object.fromEntries(rows.map(({ result, count }) => [result, count]));
  const { unsubscribed: _, ...kept } = totals;
  expect(kept).toEqual({ waiting: 0, queued: 0, sent: 0, failed: 0, bounced: 0, skipped: 0, ...counted });
}

const caughtFor = ({ email }: TestMember) => mail.caught.filter(({ to }) => to === email);
/** The body of a mail without its transfer encoding. */
const plain = ({ text }: CaughtMail) =>
  text
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString());
const headerOf = ({ text }: CaughtMail, name: string) =>
  new RegExp(`^${name}: (.*)$`, "im").exec(text)?.[1]?.trim();

test("each member of the set gets the mail once, filled in and in their own language", async () => {
  await app.db.updateTable("members").set({ language: "hi" }).where("id", "=", members[1]!.id).execute();
  const id = await write();
  expect((await send(id)).body.data).toEqual({ isWaiting: false });
  await pass(4);
  for (const member of members) expect(caughtFor(member)).toHaveLength(1);
  const [asha, bina] = members as [TestMember, TestMember];
  expect(plain(caughtFor(asha)[0]!)).toContain(`Hello ${asha.name}, your user ID is ${asha.refId}.`);
  expect(plain(caughtFor(bina)[0]!)).toContain(`नमस्ते ${bina.name}`);
  expect(await read(id)).toMatchObject({ state: "done", totals: { sent: 4, waiting: 0, queued: 0 } });
  await expectTotalsToBeTrue(id);
  // A member who registers later is not in the set.
  const late = await app.addMember({ name: `Late ${family}`, sponsor: root });
  await pass(3);
  expect(caughtFor(late)).toHaveLength(0);
});

test("the preview says to how many it goes, who is left out and why, and shows it as a member sees it", async () => {
  const [asha, bina, chetan, divya] = members as [TestMember, TestMember, TestMember, TestMember];
  await support.call(blockMember, { params: { refId: asha.refId }, body: { reason: "Case 14" } });
  const client = await signedIn(app, bina);
  const body = { userId: bina.id, topic: "news", channel: "mail", isOn: false } as const;
  expect((await client.call(chooseNotifications, { body })).status).toBe(200);
  await app.db
    .insertInto("bounces")
    .values({
      address: chetan.email,
      kind: "returned",
      status: "5.1.1",
      since: app.time.now,
      last_at: app.time.now,
    })
    .execute();
  const leftOut = { blocked: 1, bounced: 1, unsubscribed: 1 };
  expect(await audience()).toMatchObject({ found: 4, gets: 1, leftOut, takesTwo: false });
  expect(await audience(contentOf({ kind: "service" }))).toMatchObject({
    gets: 2,
    leftOut: { unsubscribed: 0 },
  });

  const { data } = (await support.call(bulk.previewBulkMail, { body: contentOf() })).body;
  expect(data.member).toMatchObject({ refId: divya.refId, name: divya.name });
  expect(data.mails.en).toMatchObject({ subject: `News for ${divya.name}` });
  expect(data.mails.en.html).toContain(`your user ID is ${divya.refId}.`);
  expect(data.mails.en.html).toContain("Unsubscribe from news");
  expect(data.mails.hi.html).toContain("समाचार बंद करें");

  const id = await write();
  await send(id);
  await pass(3);
  expect(await resultsOf(id)).toEqual({
    Asha: "skipped: blocked",
    Bina: "skipped: unsubscribed",
    Chetan: "skipped: bounced",
    Divya: "sent",
  });
  await expectTotalsToBeTrue(id);
});

test("the filters are those of the search for members", async () => {
  const filter = { search: family, to: "2020-01-01" };
  expect(await audience(contentOf({ filter }))).toMatchObject({ found: 0 });
  expect(await audience(contentOf({ filter: { search: `Asha ${family}`, stake: "none" } }))).toMatchObject({
    found: 1,
  });
  expect(await audience(contentOf({ filter: { search: family, stake: "running" } }))).toMatchObject({
    found: 0,
  });
});

describe("unsubscribing", () => {
  async function mailedLink(member: TestMember): Promise<{ url: string; token: string }> {
    const id = await write();
    await send(id);
    await pass(3);
    const url = headerOf(caughtFor(member).at(-1)!, "List-Unsubscribe")!.slice(1, -1);
    return { url, token: url.split("/").at(-1)! };
  }

  test("works by one click of the mail app, without a session, and the next news leave the member out", async () => {
    const [asha] = members as [TestMember];
    const { url, token } = await mailedLink(asha);
    expect(headerOf(caughtFor(asha)[0]!, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(plain(caughtFor(asha)[0]!)).toContain(`Unsubscribe from news:\r\n${url}`);
    const path = new URL(url).pathname;
    const stranger = new TestClient(app);
    const state = async () => (await stranger.call(readSubscription, { params: { token } })).body.data;
    // Reading changes nothing, and neither does a request that is not the one click.
    expect(await state()).toEqual({ refId: asha.refId, isSubscribed: true, isTest: false });
    const post = (body: string, type = "application/x-www-form-urlencoded") =>
      fetch(`${app.url}${path}`, { method: "POST", body, headers: { "content-type": type } });
    expect((await post("something=else")).status).toBe(400);
    expect((await state()).isSubscribed).toBe(true);
    expect((await post("List-Unsubscribe=One-Click")).status).toBe(200);
    expect((await state()).isSubscribed).toBe(false);

    const client = await signedIn(app, asha);
    const { choices } = (await client.call(notificationChoices, { params: { userId: asha.id } })).body.data;
    expect(choices).toContainEqual({ topic: "news", app: false, mail: false, push: false });
    const next = await write();
    await send(next);
    await pass(3);
    expect(caughtFor(asha)).toHaveLength(1);
    expect(await resultsOf(next)).toMatchObject({ Asha: "skipped: unsubscribed", Bina: "sent" });
    const service = await write({ kind: "service", serviceReason: "New terms hold from May on" }, admin);
    await send(service, { by: admin });
    await pass(3);
    expect(caughtFor(asha)).toHaveLength(2);
    expect(headerOf(caughtFor(asha)[1]!, "List-Unsubscribe")).toBeUndefined();
  });

  test("is counted for its mail, and can be taken back without a session", async () => {
    const [asha] = members as [TestMember];
    const { url, token } = await mailedLink(asha);
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    for (let at = 0; at < 2; at++) {
      expect((await fetch(`${app.url}${new URL(url).pathname}`, { method: "POST", body: form })).status).toBe(
        200,
      );
    }
    const id = Number(token.split("-")[1]);
    expect((await read(id)).totals.unsubscribed).toBe(1);
    const { body } = await new TestClient(app).call(subscribeAgain, { params: { token } });
    expect(body.data).toMatchObject({ isSubscribed: true });
    expect((await read(id)).totals.unsubscribed).toBe(0);
    expect(await audience()).toMatchObject({ gets: 4 });
  });

  test("with another member's id in the link is refused", async () => {
    const [asha, bina] = members as [TestMember, TestMember];
    const { token } = await mailedLink(asha);
    const forged = token.replace(asha.refId, bina.refId);
    const { status, body } = await new TestClient(app).call(readSubscription, { params: { token: forged } });
    expect([status, body.code]).toEqual([404, "UNSUBSCRIBE_LINK_GONE"]);
  });

  test("while a mail is under way counts at once", async () => {
    await perMinute(20);
    const id = await write();
    await send(id);
    await pass(1);
    const divya = members[3]!;
    expect(caughtFor(divya)).toHaveLength(0);
    const client = await signedIn(app, divya);
    await client.call(chooseNotifications, {
      body: { userId: divya.id, topic: "news", channel: "mail", isOn: false },
    });
    await pass(12);
    expect(caughtFor(divya)).toHaveLength(0);
    expect(await read(id)).toMatchObject({ state: "done", totals: { sent: 3, skipped: 1 } });
    await expectTotalsToBeTrue(id);
  });
});

test("a test goes to the operator alone, in both languages, and its link unsubscribes nobody", async () => {
  const id = await write();
  const { version } = await read(id);
  const { body } = await support.call(bulk.testBulkMail, { params: { id }, body: { version } });
  await pass(1);
  const tests = mail.caught.filter(({ to }) => to === body.data.to);
  expect(
    tests
      .map((each) => plain(each))
      .map((text) => /नमस्ते/.test(text))
      .toSorted(),
  ).toEqual([false, true]);
  expect(mail.caught).toHaveLength(2);
  const token = headerOf(tests[0]!, "List-Unsubscribe")!.slice(1, -1).split("/").at(-1)!;
  const read_ = await new TestClient(app).call(readSubscription, { params: { token } });
  expect(read_.body.data).toMatchObject({ isTest: true });
  expect(await read(id)).toMatchObject({ state: "draft", totals: { sent: 0 } });
});

test("mails leave at the rate of the setting, and a one-time code does not wait behind them", async () => {
  await perMinute(60);
  for (let at = 0; at < 12; at++) await app.addMember({ name: `Many ${family}`, sponsor: root });
  const id = await write();
  await send(id);
  await pass(1);
  const atFirst = mail.caught.length;
  expect(atFirst).toBeLessThanOrEqual(4);
  await pass(5);
  expect(mail.caught.length - atFirst).toBe(5);
  // More than enough bulk mails are due; the code is sent in the same round.
  const [asha] = members as [TestMember];
  const client = await signedIn(app, asha);
  const change = { userId: asha.id, oldPassword: testPassword, newPassword: "Monsoon over Kochi 5" };
  const otp = { params: { userId: asha.id }, body: { purpose: "change-password", change } } as const;
  expect((await client.call(sendOtp, otp)).status).toBe(200);
  const lanes = await app.db.selectFrom("jobs").select("lane").where("task", "=", "send-mail").execute();
  expect(lanes).toContainEqual({ lane: "codes" });
  await mail.work();
  expect(caughtFor(asha).some(({ text }) => /\b\d{6}\b/.test(text))).toBe(true);
});

describe("while it is sent", () => {
  test("it can be paused, goes on where it was, and nobody gets it twice", async () => {
    await perMinute(20);
    const id = await write();
    await send(id);
    await pass(1);
    const before = mail.caught.length;
    expect(before).toBeLessThan(members.length);
    expect((await steer(id, "pause")).status).toBe(200);
    await pass(10);
    expect(mail.caught).toHaveLength(before);
    expect(await read(id)).toMatchObject({ state: "paused" });
    expect((await steer(id, "resume")).status).toBe(200);
    await pass(10);
    for (const member of members) expect(caughtFor(member)).toHaveLength(1);
    expect(await read(id)).toMatchObject({ state: "done", totals: { sent: 4 } });
    await expectTotalsToBeTrue(id);
  });

  test("cancelling takes back what is queued while the mail server is away", async () => {
    for (const { email } of members) mail.refused.set(email, 450);
    const id = await write();
    await send(id);
    await pass(4);
    expect((await read(id)).totals.queued).toBe(4);
    expect((await steer(id, "cancel")).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: "cancelled", totals: { waiting: 4, queued: 0 } });
    mail.refused.clear();
    await pass(10);
    expect(mail.caught).toHaveLength(0);
    expect((await steer(id, "resume")).body.code).toBe("DECIDED_ALREADY");
    await expectTotalsToBeTrue(id);
  });

  test("of two operators who steer it at once, one does and the other is told who it was", async () => {
    const id = await write();
    await send(id);
    const { version } = await read(id);
    const act = (by: TestClient, what: "pause" | "cancel") =>
      by.call(bulk.steerBulkMail, { params: { id }, body: { act: what, version } });
    const answers = await Promise.all([act(support, "pause"), act(admin, "cancel")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const told = answers.find(({ status }) => status === 409)!;
    expect(told.body).toMatchObject({
      code: "DECIDED_ALREADY",
      fields: { by: expect.stringMatching(/^The /) },
    });
  });
});

test("what the mail server refuses or returns is the result of its member, and no failed job is left", async () => {
  const [asha, bina] = members as [TestMember, TestMember];
  mail.refused.set(asha.email, 550);
  const id = await write();
  await send(id);
  await pass(4);
  const { returnTo } = caughtFor(bina)[0]!;
  const report = [
    "From: MAILER-DAEMON@mx.example.com",
    `To: ${returnTo}`,
    "",
    "Action: failed",
    "Status: 5.2.2",
  ];
  const env = { DATABASE_URL: app.databaseUrl, MAIL_BOUNCE: bounceTo };
  await runCommand("take-bounce", [], env, report.join("\r\n"));
  expect(await resultsOf(id)).toMatchObject({
    Asha: expect.stringMatching(/^failed: .*is refused: RCPT TO answered with 550/),
    Bina: "bounced: 5.2.2",
    Chetan: "sent",
  });
  expect(await read(id)).toMatchObject({ state: "done", totals: { sent: 2, failed: 1, bounced: 1 } });
  await expectTotalsToBeTrue(id);
  const failed = await app.db.selectFrom("jobs").select("id").where("failed_at", "is not", null).execute();
  expect(failed).toEqual([]);
  // Both addresses are left out the next time.
  expect(await audience()).toMatchObject({ gets: 2, leftOut: { bounced: 2 } });

  const file = await support.send("GET", `/api/console/bulkMails/${id}/results/csv`);
  expect(file.headers.get("content-disposition")).toContain(`bulk-mail-${id}.csv`);
  const lines = String(file.body).trim().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines.find((line) => line.includes(asha.refId))).toContain(
    "Failed,The receiving mail server refuses this address for good.",
  );
});

describe("a worker that is killed", () => {
  test("while it writes down the set goes on where it was", async () => {
    const id = await write();
    await send(id);
    // As a worker leaves it that was killed before its first batch: the job is leased, and nothing is written.
    await sql`update jobs set leased_until = now() + interval '1 hour', leased_by = gen_random_uuid(), attempts = 1
      where task = 'bulk-mail.collect'`.execute(app.db);
    await pass(2);
    expect(await read(id)).toMatchObject({ isCollected: false, totals: { sent: 0 } });
    await sql`update jobs set leased_until = now() - interval '1 second' where task = 'bulk-mail.collect'`.execute(
      app.db,
    );
    await pass(4);
    for (const member of members) expect(caughtFor(member)).toHaveLength(1);
    expect(await read(id)).toMatchObject({ state: "done", totals: { sent: 4 } });
  });

  test("and a job that runs twice mail nobody twice", async () => {
    const id = await write();
    await send(id);
    await pass(1);
    const again = (task: string, payload: object) =>
      sql`insert into jobs (task, payload, lane, run_at, created_at)
        values (${task}, ${JSON.stringify(payload)}, 'bulk', now(), now())`.execute(app.db);
    await again("bulk-mail.collect", { id });
    await again("bulk-mail.feed", {});
    await again("bulk-mail.feed", {});
    const queued = await app.db
      .selectFrom("bulk_mail_recipients")
      .select("mail_id")
      .where("bulk_mail_id", "=", id)
      .where("mail_id", "is not", null)
      .execute();
    for (const { mail_id } of queued) await again("send-mail", { mailId: String(mail_id) });
    await pass(5);
    for (const member of members) expect(caughtFor(member)).toHaveLength(1);
    await expectTotalsToBeTrue(id);
  });
});

describe("sending to many", () => {
  const reason = "The office moves";

  test("takes a second person, who sees every word of it", async () => {
    await setting({ twoPeopleFrom: 4 });
    const id = await write();
    expect(await audience()).toMatchObject({ takesTwo: true });
    expect((await send(id)).body.code).toBe("REASON_NEEDED");
    expect((await send(id, { reason })).body.data).toEqual({ isWaiting: true });
    await pass(3);
    expect(mail.caught.filter(({ to }) => members.some(({ email }) => email === to))).toEqual([]);
    const waiting = (await waitingFor(admin)).at(-1)!;
    expect(waiting).toMatchObject({ kind: "bulk-mail", reason });
    expect(waiting.lines.map(({ to }) => to)).toEqual([
      `4 members: found by “${family}”`,
      "News",
      ...Object.values(contentOf().subject),
      ...Object.values(contentOf().text),
    ]);
    expect((await confirmNewest(app, admin)).status).toBe(200);
    await pass(4);
    for (const member of members) expect(caughtFor(member)).toHaveLength(1);
    expect(await read(id)).toMatchObject({ sentBy: "The support", state: "done" });
  });

  test("counts what one operator sends alone within a day together", async () => {
    const fresh = await operatorSignedIn(app, "support");
    await setting({ twoPeopleFrom: 4 });
    const sendTo = async (name: string) =>
      send(await write({ filter: { search: `${name} ${family}` } }), { by: fresh, reason });
    for (const name of ["Asha", "Bina", "Chetan"]) {
      expect((await sendTo(name)).body.data).toEqual({ isWaiting: false });
      await pass(1);
    }
    expect((await sendTo("Divya")).body.data).toEqual({ isWaiting: true });
  });

  test("is not confirmed any more once the text has changed", async () => {
    await setting({ twoPeopleFrom: 4 });
    const id = await write();
    await send(id, { reason });
    const { version } = await read(id);
    const change = { params: { id }, body: { ...contentOf({ subject: { en: "B", hi: "ब" } }), version } };
    expect((await support.call(bulk.changeBulkMail, change)).status).toBe(200);
    expect((await confirmNewest(app, admin)).body.code).toBe("PROPOSAL_CHANGED");
    expect((await read(id)).state).toBe("draft");
  });
});

describe("sending", () => {
  test("to more members than were confirmed is refused", async () => {
    const id = await write();
    const { version } = await read(id);
    const { upTo } = await audience();
    const body = { version, gets: 3, upTo };
    const answer = await support.call(bulk.sendBulkMail, { params: { id }, body });
    expect([answer.status, answer.body.code]).toEqual([409, "BULK_MAIL_GREW"]);
    expect((await read(id)).state).toBe("draft");
  });

  test("by two operators at once happens once, and the other is told", async () => {
    const id = await write();
    const answers = await Promise.all([send(id), send(id, { by: admin })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await pass(4);
    for (const member of members) expect(caughtFor(member)).toHaveLength(1);
  });

  test("as service takes the right and a reason, also for a draft that somebody else called service", async () => {
    const service = { kind: "service", serviceReason: "New terms hold from May on" } as const;
    const refused = await support.call(bulk.writeBulkMail, { body: contentOf(service) });
    expect([refused.status, refused.body.code]).toEqual([403, "NOT_ALLOWED"]);
    const noReason = await admin.call(bulk.writeBulkMail, { body: contentOf({ kind: "service" }) });
    expect(noReason.body.fields).toHaveProperty("serviceReason");
    const id = await write(service, admin);
    expect((await send(id)).status).toBe(403);
    const { version } = await read(id);
    const change = { params: { id }, body: { ...contentOf(), version } };
    expect((await support.call(bulk.changeBulkMail, change)).status).toBe(403);
    expect((await send(id, { by: admin })).status).toBe(200);
    const { body } = await admin.call(operatorLog, { query: { action: "bulk-mail/send" } });
    expect(body.data[0].details).toMatchObject({ serviceReason: service.serviceReason, count: 4 });
  });

  test("a text with a blank that nobody fills in, or without Hindi, is refused", async () => {
    const bad = contentOf({ text: { en: "Hello {nam},", hi: "" } });
    const { status, body } = await support.call(bulk.writeBulkMail, { body: bad });
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toEqual(["text.en", "text.hi"]);
  });

  test("a draft that somebody else has changed is neither changed nor sent as it was", async () => {
    const id = await write();
    const { version } = await read(id);
    const { gets, upTo } = await audience();
    const change = { params: { id }, body: { ...contentOf({ subject: { en: "B", hi: "ब" } }), version } };
    expect((await admin.call(bulk.changeBulkMail, change)).status).toBe(200);
    expect((await support.call(bulk.changeBulkMail, change)).body.code).toBe("DECIDED_ALREADY");
    const sending = { params: { id }, body: { version, gets, upTo } };
    expect((await support.call(bulk.sendBulkMail, sending)).body.code).toBe("DECIDED_ALREADY");
  });
});
