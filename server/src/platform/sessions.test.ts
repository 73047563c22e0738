import { login } from "@fc/contract/login/portal";
import { session } from "@fc/contract/login/session";
import { operatorLogin, operatorLogout, operators, operatorSession } from "@fc/contract/operators/console";
import { signedInSessions, type SignedInSession } from "@fc/contract/security/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tasksOf } from "../app.ts";
import { addOperator, operatorSignedIn } from "../testing/operators.ts";
import { testPassword } from "../testing/password.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../testing/test-app.ts";
import { day, hour, minute } from "./clock.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

async function devicesOf(client: TestClient, { id }: TestMember): Promise<SignedInSession[]> {
  return (await client.call(signedInSessions, { params: { userId: id } })).body.data;
}

test("when a member's device was last used is exact to five minutes, and is written no more often", async () => {
  const member = await app.addMember();
  const device = await signedIn(app, member);
  const signedInAt = app.time.now.toISOString();
  const lastSeen = async () => {
    const devices = await devicesOf(await signedIn(app, member), member);
    return devices.find((one) => one.signedInAt === signedInAt)?.lastSeenAt;
  };
  app.time.advance(5 * minute);
  await device.call(session, {});
  expect(await lastSeen()).toBe(signedInAt);
  app.time.advance(1);
  await device.call(session, {});
  expect(await lastSeen()).toBe(app.time.now.toISOString());
});

test("when an operator was last seen is exact to a minute, and is written no more often", async () => {
  const operator = await operatorSignedIn(app, "viewer");
  const { id } = (await operator.call(operatorSession, {})).body.data;
  const watcher = await operatorSignedIn(app, "admin");
  const signedInAt = app.time.now.toISOString();
  const lastSeen = async () => {
    const { data } = (await watcher.call(operators, {})).body;
    return data.find((one: { id: number }) => one.id === id).lastSeenAt;
  };
  app.time.advance(minute);
  await operator.call(operatorSession, {});
  expect(await lastSeen()).toBe(signedInAt);
  app.time.advance(1);
  await operator.call(operatorSession, {});
  expect(await lastSeen()).toBe(app.time.now.toISOString());
});

test("of the other devices, the one that was used last is listed first", async () => {
  const member = await app.addMember();
  const here = await signedIn(app, member);
  const times: string[] = [];
  for (let device = 0; device < 3; device++) {
    app.time.advance(minute);
    times.unshift(app.time.now.toISOString());
    await signedIn(app, member);
  }
  expect((await devicesOf(here, member)).slice(1).map(({ lastSeenAt }) => lastSeenAt)).toEqual(times);
});

test("sessions of several members that are read at the same moment are each member's own", async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => app.addMember()));
  const clients = await Promise.all(members.map((member) => signedIn(app, member)));
  const answers = await Promise.all(clients.map((client) => client.call(session, {})));
  expect(answers.map(({ body }) => body.data.id)).toEqual(members.map(({ id }) => id));
});

test("an operator who signs out on one machine stays signed in on the other", async () => {
  const { email } = await addOperator(app, "viewer");
  const machines = [new TestClient(app), new TestClient(app)] as const;
  for (const machine of machines) {
    const { body } = await machine.call(operatorLogin, { body: { email, password: testPassword } });
    machine.token = body.token;
  }
  await machines[0].call(operatorLogout, {});
  expect((await machines[0].call(operatorSession, {})).status).toBe(401);
  expect((await machines[1].call(operatorSession, {})).status).toBe(200);
});

test("of a device that describes itself at length the first 300 characters are kept", async () => {
  const headers = { "user-agent": "x".repeat(301) };
  const member = await app.addMember();
  const { email } = await addOperator(app, "viewer");
  const sign = (path: string, body: object) => new TestClient(app).send("POST", `/api${path}`, body, headers);
  await sign(login.path, { refId: member.refId, password: testPassword });
  await sign(operatorLogin.path, { email, password: testPassword });
  const kept = "x".repeat(300);
  for (const table of ["sessions", "operator_sessions"] as const) {
    const rows = await app.db
      .selectFrom(table)
      .select("user_agent")
      .where("user_agent", "like", "xx%")
      .execute();
    expect(rows).toEqual([{ user_agent: kept }]);
  }
});

test.each([
  ["forget-old-sessions", "sessions", 30 * day],
  ["forget-old-operator-sessions", "operator_sessions", 12 * hour],
] as const)("%s removes a session a month after its end, and no sooner", async (name, table, lifeMs) => {
  await signedIn(app, await app.addMember());
  await operatorSignedIn(app, "viewer");
  const opened = app.time.now;
  const isKept = async () => {
    await tasksOf(app.deps)
      .find((task) => task.name === name)
      ?.run({});
    const rows = await app.db.selectFrom(table).select("id").where("created_at", "=", opened).execute();
    return rows.length > 0;
  };
  app.time.advance(lifeMs + 30 * day);
  expect(await isKept()).toBe(true);
  app.time.advance(1);
  expect(await isKept()).toBe(false);
});
