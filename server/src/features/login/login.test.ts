import { dashboard } from "@fc/contract/dashboard/portal";
import { login } from "@fc/contract/login/portal";
import { session } from "@fc/contract/login/session";
import { operatorLogin } from "@fc/contract/operators/console";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { passwordsAtOnce, passwordsWaiting, passwordTurns } from "../../core/members/passwords.ts";
import { day, minute } from "../../platform/clock.ts";
import { addOperator } from "../../testing/operators.ts";
import { testPassword } from "../../testing/password.ts";
import { signedIn, startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

test("a member signs in with the user id in any case and finds out who they are", async () => {
  const member = await app.addMember({ name: "Asha Verma" });
  const client = new TestClient(app);
  const answer = await client.logIn(` ${member.refId.toLowerCase()} `);
  expect(answer).toMatchObject({ status: 200, body: { isAuth: true, token: expect.any(String) } });
  const me = await client.call(session, {});
  expect(me.body.data).toEqual({
    id: member.id,
    refId: member.refId,
    name: "Asha Verma",
    lookUntil: null,
    mustChangePassword: false,
    confirmsByPasskey: false,
    mustAccept: false,
    mailsReturnedFrom: null,
    language: null,
  });
});

test("one answer signs a member in and has what the session and the dashboard would answer", async () => {
  const member = await app.addMember({ name: "Asha Verma" });
  const client = new TestClient(app);
  const { body } = await client.logIn(member.refId);
  expect(body.session).toEqual((await client.call(session, {})).body.data);
  const figures = await client.call(dashboard, { params: { userId: member.id } });
  expect(body.dashboard).toEqual(figures.body.data);
  expect(body.dashboard.totalWallet).toBe(0);
});

test("a wrong password and an unknown id get the same answer and do the same work", async () => {
  const member = await app.addMember();
  const wrong = await new TestClient(app).logIn(member.refId, "not this one");
  const unknown = await new TestClient(app).logIn("FCXXXXXXX", "not this one");
  expect(wrong.body).toEqual({ isAuth: false, token: null });
  expect(unknown.body).toEqual(wrong.body);
  expect(unknown.status).toBe(wrong.status);
});

test("the session cookie cannot be read by scripts or sent by other sites", async () => {
  const member = await app.addMember();
  const answer = await new TestClient(app).logIn(member.refId);
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith("fc_session="));
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
});

test("a token without its cookie, or with another session's cookie, is worth nothing", async () => {
  const [one, other] = [await app.addMember(), await app.addMember()];
  const [mine, theirs] = [await signedIn(app, one), await signedIn(app, other)];
  const thief = new TestClient(app);
  thief.token = mine.token;
  expect((await thief.call(session, {})).status).toBe(401);
  thief.cookies.set("fc_session", theirs.cookies.get("fc_session") ?? "");
  expect((await thief.call(session, {})).status).toBe(401);
});

test("logging out ends the session on the server too", async () => {
  const client = await signedIn(app, await app.addMember());
  const [token, cookie] = [client.token, client.cookies.get("fc_session") ?? ""];
  expect((await client.send("POST", "/api/logout")).status).toBe(200);
  expect(client.cookies.has("fc_session")).toBe(false);
  const replay = new TestClient(app);
  replay.token = token;
  replay.cookies.set("fc_session", cookie);
  expect((await replay.call(session, {})).body.code).toBe("NOT_SIGNED_IN");
});

test("a session ends when it is not used, and after 30 days however much it is used", async () => {
  const member = await app.addMember();
  const [idle, busy] = [await signedIn(app, member), await signedIn(app, member)];
  for (let days = 0; days < 28; days += 2) {
    app.time.advance(2 * day);
    expect((await busy.call(session, {})).status).toBe(200);
  }
  expect((await idle.call(session, {})).status).toBe(401);
  app.time.advance(2 * day);
  expect((await busy.call(session, {})).status).toBe(401);
});

test("tokens and cookies are not in the database", async () => {
  const client = await signedIn(app, await app.addMember());
  const rows = JSON.stringify(await app.db.selectFrom("sessions").selectAll().execute());
  expect(rows).not.toContain(client.token);
  expect(rows).not.toContain(client.cookies.get("fc_session"));
});

test("guessing one account from many addresses is stopped after ten tries, even when sent at once", async () => {
  const member = await app.addMember();
  const guesses = Array.from({ length: 32 }, (_, i) =>
    new TestClient(app, `198.51.100.${i}`).logIn(member.refId, `guess ${i}`),
  );
  const answers = await Promise.all(guesses);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(22);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.retryAfterSeconds).toBeGreaterThan(0);
  expect(refused?.headers.get("retry-after")).toBe(String(refused?.body.retryAfterSeconds));
  expect((await new TestClient(app).logIn(member.refId)).status).toBe(429);
});

test("an owner whose account is being guessed still signs in from a browser used before", async () => {
  const member = await app.addMember();
  const owner = await signedIn(app, member);
  for (let i = 0; i < 11; i++) await new TestClient(app, "198.51.100.7").logIn(member.refId, "guess");
  expect((await owner.logIn(member.refId)).body.isAuth).toBe(true);
});

test("an owner whose account is being guessed gets in anywhere with a temporary password", async () => {
  const member = await app.addMember();
  for (let i = 0; i < 11; i++) await new TestClient(app, "198.51.100.8").logIn(member.refId, "guess");
  const stranger = new TestClient(app, "203.0.113.9");
  await stranger.send("POST", "/api/auth/sendMailUserIdPassword", { refId: member.refId });
  const mail = (await app.mailsTo(member.email)).at(-1);
  const password = /[a-z2-9]{12}/.exec(mail?.text.split("temporary password is")[1] ?? "")?.[0] ?? "";
  expect((await stranger.logIn(member.refId, password)).body.isAuth).toBe(true);
});

test("guessing is forgotten after a quarter of an hour, and a right password is never counted", async () => {
  const member = await app.addMember();
  for (let i = 0; i < 15; i++) expect((await new TestClient(app).logIn(member.refId)).body.isAuth).toBe(true);
  for (let i = 0; i < 11; i++) await new TestClient(app).logIn(member.refId, "guess");
  app.time.advance(15 * minute + 1);
  expect((await new TestClient(app).logIn(member.refId)).body.isAuth).toBe(true);
});

test("one address cannot try many accounts", async () => {
  const address = "203.0.113.77";
  const tries = [];
  for (let account = 0; account < 11; account++) {
    const { refId } = await app.addMember();
    // Ten are within the limit of the account.
    const guesses = Array.from({ length: 10 }, () => new TestClient(app, address).logIn(refId, "guess"));
    tries.push(...(await Promise.all(guesses)));
  }
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(10);
});

test("a blocked member is signed out at once and cannot sign in", async () => {
  const member = await app.addMember();
  const client = await signedIn(app, member);
  await app.db.updateTable("members").set({ status: "blocked" }).where("id", "=", member.id).execute();
  expect((await client.call(session, {})).status).toBe(401);
  expect((await new TestClient(app).logIn(member.refId)).body.code).toBe("ACCOUNT_BLOCKED");
});

test("only somebody who knows the password learns that a member is blocked", async () => {
  const member = await app.addMember();
  await app.db.updateTable("members").set({ status: "blocked" }).where("id", "=", member.id).execute();
  const guess = await new TestClient(app).logIn(member.refId, "a wrong guess");
  expect({ status: guess.status, body: guess.body }).toEqual({
    status: 200,
    body: { isAuth: false, token: null },
  });
});

/** As many strangers as may wait, each of whom sends the next password after every answer. */
function stormOfStrangers(): void {
  let isOver = false;
  const stranger = async () => {
    // Refused, they try again.
    while (!isOver) await passwordTurns.run({ lane: "member" }, nextTurn).catch(nextTurn);
  };
  const all = Promise.all(Array.from({ length: passwordsAtOnce + passwordsWaiting }, stranger));
  onTestFinished(async () => {
    isOver = true;
    await all;
  });
}

test("while strangers send more passwords than can be checked, one more is refused at once, and known browsers and operators sign in", async () => {
  const member = await app.addMember();
  const known = await signedIn(app, member);
  const operator = await addOperator(app, "finance");
  stormOfStrangers();
  // More often than an account may fail: what was not looked at is no failure.
  for (let i = 0; i < 12; i++) {
    const refused = await new TestClient(app).logIn(member.refId);
    expect(refused).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
  }
  expect((await known.logIn(member.refId)).body.isAuth).toBe(true);
  const body = { email: operator.email, password: testPassword };
  expect((await new TestClient(app).call(operatorLogin, { body })).body.isAuth).toBe(true);
});

test("the password of a caller who has gone away is not checked any more", async () => {
  const { refId } = await app.addMember();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  for (let i = 0; i < passwordsAtOnce; i++) void passwordTurns.run({ lane: "member" }, () => held);
  onTestFinished(() => release());
  const counted = async () => {
    const rows = app.db.selectFrom("rate_limits").select("used").where("key", "=", `login-account:${refId}`);
    return (await rows.executeTakeFirst())?.used;
  };
  const leaving = new AbortController();
  const answer = fetch(`${app.url}/api${login.path}`, {
    method: login.method,
    headers: { "content-type": "application/json", "x-forwarded-for": "192.0.2.1" },
    body: JSON.stringify({ refId, password: "a guess" }),
    signal: leaving.signal,
  });
  await expect.poll(counted).toBe(1);
  leaving.abort();
  await expect(answer).rejects.toThrow("aborted");
  await expect.poll(counted).toBe(0);
});
