import { dashboard } from "@fc/contract/dashboard/portal";
import { forgotPassword } from "@fc/contract/login/portal";
import { passkeyChallenge, passkeyLogin } from "@fc/contract/login/passkey";
import { session } from "@fc/contract/login/session";
import { passkeys } from "@fc/contract/security/passkeys";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minute } from "../../platform/clock.ts";
import { addTestPasskey, logInBy, SoftwarePasskey } from "../../testing/software-passkey.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let member: TestMember;
let passkey: SoftwarePasskey;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());
beforeEach(async () => {
  member = await app.addMember({ name: "Asha Verma" });
  passkey = await addTestPasskey(app, await signedIn(app, member), member);
});

const refused = { status: 200, body: { isAuth: false, token: null } };
const setStatus = (status: "active" | "blocked" | "frozen") =>
  app.db.updateTable("members").set({ status }).where("id", "=", member.id).execute();

test("a passkey signs its member in without a user id, and one answer has the session and the dashboard", async () => {
  const client = new TestClient(app);
  const { body } = await logInBy(client, passkey);
  expect(body).toMatchObject({ isAuth: true, token: expect.any(String) });
  expect(body.session).toEqual((await client.call(session, {})).body.data);
  const figures = await client.call(dashboard, { params: { userId: member.id } });
  expect(body.dashboard).toEqual(figures.body.data);
  const { body: list } = await client.call(passkeys, { params: { userId: member.id } });
  expect(list.data.passkeys).toMatchObject([{ name: "Phone", lastUsedAt: app.time.now.toISOString() }]);
});

test("a signature is used once, in the browser that asked for it and for five minutes", async () => {
  const client = new TestClient(app);
  const { body } = await client.call(passkeyChallenge, {});
  const answer = passkey.sign(body.data);
  const thief = new TestClient(app);
  await thief.call(passkeyChallenge, {});
  expect(await thief.call(passkeyLogin, { body: { answer } })).toMatchObject(refused);
  expect(await new TestClient(app).call(passkeyLogin, { body: { answer } })).toMatchObject(refused);
  expect((await client.call(passkeyLogin, { body: { answer } })).body.isAuth).toBe(true);
  expect(await client.call(passkeyLogin, { body: { answer } })).toMatchObject(refused);

  const late = await client.call(passkeyChallenge, {});
  app.time.advance(5 * minute);
  const lateAnswer = passkey.sign(late.body.data);
  expect(await client.call(passkeyLogin, { body: { answer: lateAnswer } })).toMatchObject(refused);
});

test("sent eight times at once, a signature opens one session", async () => {
  const client = new TestClient(app);
  const { body } = await client.call(passkeyChallenge, {});
  const answer = passkey.sign(body.data);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => client.call(passkeyLogin, { body: { answer } })),
  );
  expect(answers.filter(({ body: { isAuth } }) => isAuth)).toHaveLength(1);
});

test.each([
  ["of another place", { origin: "https://fc-portal.example.com" }],
  ["for another domain", { rpId: "example.com" }],
  ["without fingerprint, face or PIN", { isVerified: false }],
  ["that is said to be somebody else's", { userHandle: Buffer.alloc(32, 1) }],
])("a signature %s signs nobody in", async (_, faults) => {
  expect(await logInBy(new TestClient(app), passkey, faults)).toMatchObject(refused);
});

test("a passkey that nobody added looks like a wrong one", async () => {
  expect(await logInBy(new TestClient(app), new SoftwarePasskey(app))).toMatchObject(refused);
});

test("a blocked or frozen member is refused as with the password, and only by the own passkey", async () => {
  await setStatus("blocked");
  const blocked = await logInBy(new TestClient(app), passkey);
  expect(blocked).toMatchObject({ status: 403, body: { code: "ACCOUNT_BLOCKED" } });
  await setStatus("frozen");
  const frozen = await logInBy(new TestClient(app), passkey);
  expect(frozen).toMatchObject({ status: 403, body: { code: "ACCOUNT_FROZEN" } });
  expect(await logInBy(new TestClient(app), passkey, { isVerified: false })).toMatchObject(refused);
  await setStatus("active");
  expect((await logInBy(new TestClient(app), passkey)).body.isAuth).toBe(true);
});

test("refused passkeys count like wrong passwords, and guesses of the password do not lock a passkey out", async () => {
  for (let tries = 0; tries < 10; tries++) {
    await logInBy(new TestClient(app), passkey, { isVerified: false });
  }
  const limited = { status: 429, body: { limit: "login-account" } };
  expect(await logInBy(new TestClient(app), passkey, { isVerified: false })).toMatchObject(limited);
  expect(await new TestClient(app).logIn(member.refId)).toMatchObject(limited);
  expect((await logInBy(new TestClient(app), passkey)).body.isAuth).toBe(true);
});

test("a passkey whose count goes back signs nobody in and is ended", async () => {
  expect((await logInBy(new TestClient(app), passkey, { count: 9 })).body.isAuth).toBe(true);
  const copied = await logInBy(new TestClient(app), passkey, { count: 5 });
  expect(copied).toMatchObject({ status: 403, body: { code: "PASSKEY_COPIED" } });
  expect((await app.mailsTo(member.email)).at(-1)?.subject).toBe(
    "A passkey of FC Portal may have been copied",
  );
  expect(await logInBy(new TestClient(app), passkey, { count: 10 })).toMatchObject(refused);
});

describe("after Forgot Password", () => {
  async function temporaryPassword(): Promise<string> {
    await new TestClient(app).call(forgotPassword, { body: { refId: member.refId } });
    const { text } = (await app.mailsTo(member.email)).at(-1)!;
    return /password is\s+(\S{12})/.exec(text)![1]!;
  }

  test("a passkey works until the temporary password is used, and never again after that", async () => {
    const typed = await temporaryPassword();
    expect((await logInBy(new TestClient(app), passkey)).body.isAuth).toBe(true);
    expect((await new TestClient(app).logIn(member.refId, typed)).body.isAuth).toBe(true);
    expect(await logInBy(new TestClient(app), passkey)).toMatchObject(refused);
    const mails = await app.mailsTo(member.email);
    expect(mails.at(-1)).toMatchObject({ subject: "Your FC Portal passkeys were ended" });
    expect(mails.at(-1)?.text).toContain("Passkeys ended: 1");
  });
});

test("at an IP address, which is no domain, no passkey is asked for", async () => {
  const { publicUrl } = app.deps;
  app.deps.publicUrl = "http://127.0.0.1:3000";
  const answer = await new TestClient(app).call(passkeyChallenge, {});
  app.deps.publicUrl = publicUrl;
  expect(answer).toMatchObject({ status: 409, body: { code: "NO_PASSKEYS_HERE" } });
});
