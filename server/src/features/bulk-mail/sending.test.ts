import * as bulk from "@fc/contract/bulk-mail/console";
import { operatorLog } from "@fc/contract/operators/console";
import { sendOtp } from "@fc/contract/otp/portal";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { second } from "../../platform/clock.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { testPassword } from "../../testing/password.ts";
import { confirmNewest, waitingFor } from "../../testing/proposals.ts";
import { signedIn, type TestClient, type TestMember } from "../../testing/test-app.ts";
import {
  testBulkMails,
  app,
  mail,
  support,
  admin,
  root,
  family,
  members,
  contentOf,
  write,
  read,
  audience,
  send,
  steer,
  pass,
  setting,
  perMinute,
  expectTotalsToBeTrue,
  caughtFor,
} from "../../testing/bulk-mails.ts";

testBulkMails();

test("mails leave at the rate of the setting, and a one-time code does not wait behind them", async () => {
  await perMinute(60);
  for (let at = 0; at < 12; at++) await app.addMember({ name: `Many ${family}`, sponsor: root });
  const id = await write();
  await send(id);
  await pass(1);
  expect(mail.caught.length).toBeLessThanOrEqual(4);
  await pass(5);
  // One a second besides the first ones, of which some may have left a round later; they are sixteen in all.
  expect(mail.caught.length).toBeGreaterThanOrEqual(5);
  expect(mail.caught.length).toBeLessThanOrEqual(4 + 5);
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
    await pass(2, 3 * second);
    expect(mail.caught).toHaveLength(before);
    expect(await read(id)).toMatchObject({ state: "paused" });
    expect((await steer(id, "resume")).status).toBe(200);
    await pass(4, 3 * second);
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
    await pass(2, 3 * second);
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
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const told = answers.find(({ status }) => status === 409)!;
    expect(told.body).toMatchObject({
      code: "DECIDED_ALREADY",
      fields: { by: expect.stringMatching(/^The /) },
    });
  });
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
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
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
