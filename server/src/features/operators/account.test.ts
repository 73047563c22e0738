import * as account from "@fc/contract/operators/console-account";
import * as contract from "@fc/contract/operators/console";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hour, minute } from "../../platform/clock.ts";
import { codeShown } from "../../testing/authenticator-app.ts";
import { addOperator, operatorSignedIn } from "../../testing/operators.ts";
import { testPassword } from "../../testing/password.ts";
import { startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());
beforeEach(() => app.time.advance(hour));

const newPassword = "Blue-Kettle-81";

async function logIn(email: string, password = testPassword) {
  const client = new TestClient(app);
  const answer = await client.call(contract.operatorLogin, { body: { email, password } });
  client.token = answer.body.token ?? undefined;
  return client;
}

/** An operator with an authenticator app, signed in. The next code is of the next minute, since each works once. */
async function withApp() {
  const { id, email } = await addOperator(app, "finance");
  const client = await logIn(email);
  const { secret: key } = (await client.call(contract.beginSecondStep, {})).body.data;
  const { body } = await client.call(contract.confirmSecondStep, {
    body: { code: codeShown(key, app.time.now) },
  });
  const nextCode = () => {
    app.time.advance(minute);
    return codeShown(key, app.time.now);
  };
  const another = async () => {
    const other = await logIn(email);
    await other.call(contract.passSecondStep, { body: { code: nextCode() } });
    return other;
  };
  return { id, email, client, nextCode, another, recoveryCodes: body.data.recoveryCodes as string[] };
}

const isOpen = async (client: TestClient) =>
  (await client.call(contract.operatorSession, {})).body.data?.secondStep === "none";

describe("an operator's own password", () => {
  const change = (client: TestClient, body: { oldPassword?: string; newPassword?: string; code?: string }) =>
    client.call(account.changeOwnPassword, { body: { oldPassword: testPassword, newPassword, ...body } });

  test("changes with the old one and the app's code, ends all other sessions, and is told by mail", async () => {
    const { email, client, nextCode, another } = await withApp();
    const other = await another();
    expect((await change(client, { code: nextCode() })).status).toBe(200);
    expect([await isOpen(client), await isOpen(other)]).toEqual([true, false]);
    expect((await logIn(email)).token).toBeUndefined();
    expect((await logIn(email, newPassword)).token).toBeDefined();
    const [mail] = (await app.mailsTo(email)).slice(-1);
    expect(mail?.subject).toBe("New password for the FC Portal console");
  });

  test("stays without the code, with a wrong code, a wrong old password, or a weak new one", async () => {
    const { email, client, nextCode } = await withApp();
    const tries = [
      [{}, "INVALID_AUTHENTICATOR_CODE"],
      [{ code: "000000" }, "INVALID_AUTHENTICATOR_CODE"],
      [{ oldPassword: "not this one", code: nextCode() }, "OLD_PASSWORD_WRONG"],
      [{ newPassword: "short", code: nextCode() }, "PASSWORD_TOO_SHORT"],
      [{ newPassword: email, code: nextCode() }, "PASSWORD_PERSONAL"],
    ] as const;
    for (const [body, code] of tries) expect((await change(client, body)).body.code).toBe(code);
    expect((await logIn(email)).token).toBeDefined();
  });

  test("is not guessed at an unattended console", async () => {
    const { client } = await withApp();
    const guess = () => change(client, { oldPassword: "a guess", code: "000000" });
    for (let i = 0; i < 10; i++) expect((await guess()).status).not.toBe(429);
    expect((await guess()).body).toMatchObject({ code: "TOO_MANY_REQUESTS", limit: "old-password" });
  });
});

describe("an operator's authenticator app", () => {
  test("is replaced with the password and a code of the old one, which works until the new one is confirmed", async () => {
    const { email, client, nextCode, another, recoveryCodes } = await withApp();
    const refused = await client.call(account.beginNewApp, {
      body: { password: testPassword, code: "000000" },
    });
    expect(refused.body.code).toBe("INVALID_AUTHENTICATOR_CODE");
    const { secret } = (
      await client.call(account.beginNewApp, { body: { password: testPassword, code: nextCode() } })
    ).body.data;
    const other = await another();
    expect(await isOpen(other)).toBe(true);
    const confirm = (code: string) => client.call(account.confirmNewApp, { body: { code } });
    expect((await confirm("000000")).body.code).toBe("INVALID_AUTHENTICATOR_CODE");
    expect((await client.call(account.ownAccount, {})).body.data.app).not.toBeNull();
    const done = await confirm(codeShown(secret, app.time.now));
    expect(new Set(done.body.data.recoveryCodes).size).toBe(10);
    expect([await isOpen(client), await isOpen(other)]).toEqual([true, false]);

    const again = await logIn(email);
    const pass = (code: string) => again.call(contract.passSecondStep, { body: { code } });
    expect((await pass(nextCode())).status).toBe(403);
    expect((await pass(recoveryCodes[0]!)).status).toBe(403);
    expect((await pass(codeShown(secret, app.time.now))).status).toBe(200);
  });

  test("is not replaced by a session that did not begin it", async () => {
    const { client, nextCode, another } = await withApp();
    const other = await another();
    const begun = await client.call(account.beginNewApp, {
      body: { password: testPassword, code: nextCode() },
    });
    const code = codeShown(begun.body.data.secret, app.time.now);
    expect((await other.call(account.confirmNewApp, { body: { code } })).body.code).toBe("ENROLMENT_GONE");
    const { app: kept } = (await other.call(account.ownAccount, {})).body.data;
    expect(kept).not.toBeNull();
  });

  test("has recovery codes: the page counts those left, and new ones end the old", async () => {
    const { email, client, nextCode, recoveryCodes } = await withApp();
    const left = async () => (await client.call(account.ownAccount, {})).body.data.app.recoveryCodesLeft;
    expect(await left()).toBe(10);
    const elsewhere = await logIn(email);
    await elsewhere.call(contract.passSecondStep, { body: { code: recoveryCodes[0]! } });
    expect(await left()).toBe(9);
    const renew = (password: string, code: string) =>
      client.call(account.renewOwnRecoveryCodes, { body: { password, code } });
    expect((await renew("not this one", nextCode())).body.code).toBe("OLD_PASSWORD_WRONG");
    const renewed = await renew(testPassword, nextCode());
    expect(renewed.body.data.recoveryCodes).toHaveLength(10);
    expect(await left()).toBe(10);
    const late = await logIn(email);
    const pass = await late.call(contract.passSecondStep, { body: { code: recoveryCodes[1]! } });
    expect(pass.status).toBe(403);
  });
});

describe("an operator's own sessions", () => {
  test("are listed by device and place, this one first; one or all others are ended at once", async () => {
    const { client, another } = await withApp();
    const [second, third] = [await another(), await another()];
    const sessions = async () => (await client.call(account.ownAccount, {})).body.data.sessions;
    const listed = await sessions();
    expect(listed).toHaveLength(3);
    expect(listed.map(({ isThis }: { isThis: boolean }) => isThis)).toEqual([true, false, false]);
    expect(listed[0].address).toBe("192.0.2.•");
    const own = await client.call(account.endOwnSession, { body: { sessionId: listed[0].id } });
    expect(own.status).toBe(404);
    await client.call(account.endOwnSession, { body: { sessionId: listed[1].id } });
    expect([await isOpen(second), await isOpen(third)].filter(Boolean)).toHaveLength(1);
    expect((await client.call(account.endOtherSessions, {})).body.data.ended).toBe(1);
    expect([await isOpen(client), await isOpen(second), await isOpen(third)]).toEqual([true, false, false]);
  });

  test("of another operator are neither listed nor ended", async () => {
    const { client } = await withApp();
    const stranger = await operatorSignedIn(app, "admin");
    const [{ id }] = (await client.call(account.ownAccount, {})).body.data.sessions;
    expect((await stranger.call(account.ownAccount, {})).body.data.sessions).toHaveLength(1);
    const ended = await stranger.call(account.endOwnSession, { body: { sessionId: id } });
    expect(ended.status).toBe(404);
    await stranger.call(account.endOtherSessions, {});
    expect(await isOpen(client)).toBe(true);
  });
});
