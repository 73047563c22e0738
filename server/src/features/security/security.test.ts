import { session } from "@fc/contract/login/session";
import { changePassword } from "@fc/contract/password/portal";
import {
  memberEvents,
  signedInSessions,
  signOutOthers,
  signOutSession,
  type SignedInSession,
} from "@fc/contract/security/portal";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { day, minute } from "../../platform/clock.ts";
import { confirm } from "../../testing/money.ts";
import { testPassword } from "../../testing/password.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

const phone =
  "Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36";

async function signedInFrom(member: TestMember, ip: string, userAgent: string): Promise<TestClient> {
  const client = new TestClient(app, ip);
  const body = { refId: member.refId, password: testPassword };
  client.token = (await client.send("POST", "/api/login", body, { "user-agent": userAgent })).body.token;
  return client;
}

async function sessionsOf(client: TestClient, { id }: TestMember): Promise<SignedInSession[]> {
  return (await client.call(signedInSessions, { params: { userId: id } })).body.data;
}

const signOut = (client: TestClient, { id }: TestMember, sessionId: string) =>
  client.call(signOutSession, { body: { userId: id, sessionId } });

const eventsOf = (client: TestClient, { id }: TestMember, before?: string) =>
  client.call(memberEvents, { params: { userId: id }, query: { before: before ?? "9".repeat(18) } });

test("a member sees where they are signed in, by device and network, this session first", async () => {
  const member = await app.addMember();
  const here = await signedIn(app, member);
  const since = app.time.now.toISOString();
  app.time.advance(10 * minute);
  await signedInFrom(member, "203.0.113.77", phone);
  await signedInFrom(member, "2001:db8:85a3:8d3:1319:8a2e:370:7348", "curl/8");
  const sessions = await sessionsOf(here, member);
  expect(sessions).toHaveLength(3);
  expect(sessions[0]).toMatchObject({
    isThis: true,
    signedInAt: since,
    lastSeenAt: app.time.now.toISOString(),
  });
  expect(sessions.slice(1)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        isThis: false,
        device: { browser: "Chrome", system: "Android" },
        address: "203.0.113.•",
      }),
      expect.objectContaining({ device: { browser: null, system: null }, address: "2001:db8:85a3:•" }),
    ]),
  );
  expect(JSON.stringify(sessions)).not.toMatch(/203\.0\.113\.77|7348/);
});

test("a session that was logged out, expired or is another member's is not listed", async () => {
  const member = await app.addMember();
  const [idle, gone] = [await signedIn(app, member), await signedIn(app, member)];
  await signedIn(app, await app.addMember());
  await gone.send("POST", "/api/logout");
  expect(await sessionsOf(idle, member)).toHaveLength(1);
  app.time.advance(3 * day);
  expect(await sessionsOf(await signedIn(app, member), member)).toHaveLength(1);
});

test("signing another device out ends its session at once", async () => {
  const member = await app.addMember();
  const here = await signedIn(app, member);
  const lost = await signedInFrom(member, "203.0.113.77", phone);
  const other = (await sessionsOf(here, member)).find(({ isThis }) => !isThis)!;
  expect((await signOut(here, member, other.id)).status).toBe(200);
  expect((await lost.call(session, {})).body.code).toBe("NOT_SIGNED_IN");
  expect((await here.call(session, {})).status).toBe(200);
  const { data } = (await eventsOf(here, member)).body;
  expect(data).toMatchObject([{ kind: "device-signed-out", detail: "Chrome/Android" }]);
  const mail = (await app.mailsTo(member.email)).at(-1);
  expect(mail?.subject).toBe("Your FC Portal account was signed out on another device");
  expect(mail?.text).toContain("Signed out: Chrome on Android");
  // It is gone, and a second tap gets an error.
  expect((await signOut(here, member, other.id)).status).toBe(404);
});

test("signing out all others leaves this one, and says how many they were", async () => {
  const member = await app.addMember();
  const here = await signedIn(app, member);
  const others = [await signedIn(app, member), await signedIn(app, member)];
  const answer = await here.call(signOutOthers, { body: { userId: member.id } });
  expect(answer.body).toEqual({ data: { signedOut: 2 } });
  for (const other of others) expect((await other.call(session, {})).status).toBe(401);
  expect(await sessionsOf(here, member)).toHaveLength(1);
  expect((await eventsOf(here, member)).body.data).toMatchObject([
    { kind: "others-signed-out", detail: "2" },
  ]);
  expect((await app.mailsTo(member.email)).at(-1)?.text).toContain("Devices signed out: 2");
});

test("nobody signs out another member's device, nor oneself by this way", async () => {
  const [mine, theirs] = [await app.addMember(), await app.addMember()];
  const [me, them] = [await signedIn(app, mine), await signedIn(app, theirs)];
  const [own] = await sessionsOf(me, mine);
  const [foreign] = await sessionsOf(them, theirs);
  expect((await signOut(me, mine, foreign!.id)).status).toBe(404);
  expect((await signOut(me, mine, own!.id)).status).toBe(404);
  expect((await signOut(me, mine, "nonsense")).status).toBe(400);
  expect((await them.call(session, {})).status).toBe(200);
  expect((await me.call(session, {})).status).toBe(200);
});

test("a new password is recorded as a sensitive change, with when and from where, and only its owner sees it", async () => {
  const member = await app.addMember();
  const client = await signedInFrom(member, "203.0.113.77", phone);
  const change = { userId: member.id, oldPassword: testPassword, newPassword: "Monsoon over Kochi 5" };
  await confirm(app, client, member, { purpose: "change-password", change });
  await client.send("POST", `/api${changePassword.path}`, change, { "user-agent": phone });
  expect((await eventsOf(client, member)).body).toEqual({
    data: [
      {
        id: expect.any(String),
        kind: "password-changed",
        detail: "",
        by: "member",
        device: { browser: "Chrome", system: "Android" },
        address: "203.0.113.•",
        happenedAt: app.time.now.toISOString(),
      },
    ],
    hasMore: false,
  });
  const stranger = await app.addMember();
  expect((await eventsOf(await signedIn(app, stranger), stranger)).body.data).toEqual([]);
});

test("signing in with a mailed temporary password is recorded too, and mailed", async () => {
  const member = await app.addMember();
  await new TestClient(app).send("POST", "/api/auth/sendMailUserIdPassword", { refId: member.refId });
  const mail = (await app.mailsTo(member.email)).at(-1);
  const temporary = /[a-z2-9]{12}/.exec(mail?.text.split("temporary password is")[1] ?? "")?.[0] ?? "";
  await new TestClient(app).logIn(member.refId, temporary);
  const kinds = await app.db
    .selectFrom("member_events")
    .select("kind")
    .where("member_id", "=", member.id)
    .execute();
  expect(kinds).toEqual([{ kind: "temporary-password-used" }]);
  const lastMail = (await app.mailsTo(member.email)).at(-1);
  expect(lastMail?.subject).toBe("Your FC Portal temporary password was used");
  expect(lastMail?.text).toContain(
    "freeze your account with the button below, change the password of your mailbox",
  );
});

test("older changes are read twenty at a time, each once", async () => {
  const member = await app.addMember();
  const rows = Array.from({ length: 45 }, (_, number) => ({
    member_id: member.id,
    kind: "transfer",
    detail: String(number),
    ip: "192.0.2.1",
    user_agent: "",
    happened_at: app.time.now,
  }));
  await app.db.insertInto("member_events").values(rows).execute();
  const client = await signedIn(app, member);
  const seen: string[] = [];
  let page = (await eventsOf(client, member)).body;
  for (;;) {
    seen.push(...page.data.map(({ detail }: { detail: string }) => detail));
    if (!page.hasMore) break;
    expect(page.data).toHaveLength(20);
    page = (await eventsOf(client, member, page.data.at(-1).id)).body;
  }
  expect(seen).toEqual(rows.map(({ detail }) => detail).toReversed());
});

test("what was recorded cannot be changed or removed by the application", async () => {
  await expect(sql`update member_events set kind = 'x'`.execute(app.db)).rejects.toThrow(/permission denied/);
  await expect(sql`delete from member_events`.execute(app.db)).rejects.toThrow(/permission denied/);
});
