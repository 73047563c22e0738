import { forgotPassword } from "@fc/contract/login/portal";
import { session } from "@fc/contract/login/session";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hour, minute } from "../../platform/clock.ts";
import { startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

async function temporaryPasswordFor(member: TestMember): Promise<string> {
  await new TestClient(app).call(forgotPassword, { body: { refId: member.refId } });
  const mail = (await app.mailsTo(member.email)).at(-1);
  return /[a-z2-9]{12}/.exec(mail?.text.split("temporary password is")[1] ?? "")?.[0] ?? "none was mailed";
}

test("the answer is the same for a known and an unknown id, and only the member gets a mail", async () => {
  const member = await app.addMember();
  const known = await new TestClient(app).call(forgotPassword, { body: { refId: member.refId } });
  const unknown = await new TestClient(app).call(forgotPassword, { body: { refId: "FCNOBODY" } });
  expect(known).toMatchObject({ status: 200, body: { message: "Password sent to your email Id" } });
  expect(unknown.body).toEqual(known.body);
  expect(await app.mailsTo(member.email)).toHaveLength(1);
});

test("the temporary password signs in once and requires a new password before anything else", async () => {
  const member = await app.addMember();
  const password = await temporaryPasswordFor(member);
  const client = new TestClient(app);
  const { body } = await client.logIn(member.refId, password);
  expect(body).toMatchObject({ isAuth: true, session: { mustChangePassword: true } });
  expect(body).not.toHaveProperty("dashboard");
  expect((await client.call(session, {})).body.data.mustChangePassword).toBe(true);
  const notices = await client.send("GET", `/api/user/getNotices/${member.id}`);
  expect(notices).toMatchObject({ status: 403, body: { code: "PASSWORD_CHANGE_REQUIRED" } });
  expect((await new TestClient(app).logIn(member.refId, password)).body.isAuth).toBe(false);
});

test("the old password works until the temporary one is used, and no longer", async () => {
  const member = await app.addMember();
  const password = await temporaryPasswordFor(member);
  expect((await new TestClient(app).logIn(member.refId)).body.isAuth).toBe(true);
  expect((await new TestClient(app).logIn(member.refId, password)).body.isAuth).toBe(true);
  expect((await new TestClient(app).logIn(member.refId)).body.isAuth).toBe(false);
});

test("of two sign-ins with one temporary password at the same moment, one gets in", async () => {
  const member = await app.addMember();
  const password = await temporaryPasswordFor(member);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => new TestClient(app).logIn(member.refId, password)),
  );
  expect(answers.filter(({ body }) => body.isAuth)).toHaveLength(1);
});

test("a temporary password dies after 30 minutes", async () => {
  const member = await app.addMember();
  const password = await temporaryPasswordFor(member);
  app.time.advance(30 * minute);
  expect((await new TestClient(app).logIn(member.refId, password)).body.isAuth).toBe(false);
});

test("another request leaves the earlier password valid, and using one makes the others invalid", async () => {
  const member = await app.addMember();
  const first = await temporaryPasswordFor(member);
  const second = await temporaryPasswordFor(member);
  expect((await new TestClient(app).logIn(member.refId, first)).body.isAuth).toBe(true);
  expect((await new TestClient(app).logIn(member.refId, second)).body.isAuth).toBe(false);
});

test("nobody can flood a member's inbox, and the answer does not reveal the limit", async () => {
  const member = await app.addMember();
  for (let i = 0; i < 6; i++) {
    const answer = await new TestClient(app, `192.0.2.${i}`).call(forgotPassword, {
      body: { refId: member.refId },
    });
    expect(answer.status).toBe(200);
  }
  expect(await app.mailsTo(member.email)).toHaveLength(3);
  app.time.advance(hour + 1);
  await temporaryPasswordFor(member);
  expect(await app.mailsTo(member.email)).toHaveLength(4);
});

test("a stranger's request does not make the password invalid that the owner was mailed", async () => {
  const member = await app.addMember();
  const owners = await temporaryPasswordFor(member);
  for (let i = 0; i < 5; i++) {
    await new TestClient(app, `198.51.100.${i}`).call(forgotPassword, { body: { refId: member.refId } });
    await app.worker.drain();
  }
  expect((await new TestClient(app).logIn(member.refId, owners)).body.isAuth).toBe(true);
});

test("one network address has a limit of requests", async () => {
  const client = new TestClient(app, "203.0.113.5");
  const answers = [];
  for (let i = 0; i < 21; i++) answers.push(await client.call(forgotPassword, { body: { refId: `FC${i}` } }));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});
