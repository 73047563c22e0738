import { daysAfter, indiaDayOf } from "@fc/contract/period";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { blockMember, unblockMember } from "@fc/contract/members/console-actions";
import * as contract from "@fc/contract/operators/console";
import type { InputOf, QueryOf } from "@fc/contract/route";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { day, hour, minute } from "../../platform/clock.ts";
import { codeShown } from "../../testing/authenticator-app.ts";
import { addOperator, operatorSignedIn } from "../../testing/operators.ts";
import { testPassword } from "../../testing/password.ts";
import { processFile } from "../../testing/process-file.ts";
import { confirmNewest } from "../../testing/proposals.ts";
import { startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());
beforeEach(() => app.time.advance(minute));

const newPassword = "Blue-Kettle-81";

async function logIn(email: string, password = testPassword, client = new TestClient(app)) {
  const answer = await client.call(contract.operatorLogin, { body: { email, password } });
  client.token = answer.body.token ?? undefined;
  return { client, answer };
}

const session = async (client: TestClient) => (await client.call(contract.operatorSession, {})).body.data;

async function enrolled(): Promise<{ email: string; key: string; recoveryCodes: string[] }> {
  const { email } = await addOperator(app, "finance");
  const { client } = await logIn(email);
  const { secret: key } = (await client.call(contract.beginSecondStep, {})).body.data;
  const code = codeShown(key, app.time.now);
  const { body } = await client.call(contract.confirmSecondStep, { body: { code } });
  expect((await session(client)).secondStep).toBe("none");
  return { email, key, recoveryCodes: body.data.recoveryCodes };
}

describe("signing in", () => {
  test("needs an authenticator app from the first time on", async () => {
    const { email, recoveryCodes } = await enrolled();
    expect(new Set(recoveryCodes).size).toBe(10);
    const { client } = await logIn(email);
    expect((await session(client)).secondStep).toBe("code");
  });

  test("takes the app's code once, or a recovery code once", async () => {
    const { email, key, recoveryCodes } = await enrolled();
    app.time.advance(minute);
    const code = codeShown(key, app.time.now);
    const pass = async (typed: string) => {
      const { client } = await logIn(email);
      return (await client.call(contract.passSecondStep, { body: { code: typed } })).status;
    };
    expect([await pass(code), await pass(code)]).toEqual([200, 403]);
    expect([await pass(recoveryCodes[0]!), await pass(recoveryCodes[0]!)]).toEqual([200, 403]);
  });

  test("with the password alone cannot replace the app", async () => {
    const { email } = await enrolled();
    const { client } = await logIn(email);
    expect((await client.call(contract.beginSecondStep, {})).body.code).toBe("NOT_ALLOWED");
    expect((await client.call(contract.skipSecondStep, {})).body.code).toBe("NOT_ALLOWED");
  });

  test("guessing the code is stopped", async () => {
    const { email, key } = await enrolled();
    const { client } = await logIn(email);
    const right = codeShown(key, app.time.now);
    const wrong = right === "000000" ? "000001" : "000000";
    let last = 0;
    for (let guess = 0; guess < 25; guess++) {
      last = (await client.call(contract.passSecondStep, { body: { code: wrong } })).status;
    }
    expect(last).toBe(429);
  });

  test("may be without it for the demo's operator, and for nobody else", async () => {
    const { id, email } = await addOperator(app, "admin");
    const { client } = await logIn(email);
    expect((await client.call(contract.skipSecondStep, {})).body.code).toBe("NOT_ALLOWED");
    await app.db.updateTable("operators").set({ may_skip_totp: true }).where("id", "=", id).execute();
    app.deps.production = true;
    expect((await session(client)).secondStep).toBe("enrol");
    expect((await client.call(contract.skipSecondStep, {})).body.code).toBe("NOT_ALLOWED");
    app.deps.production = false;
    expect((await session(client)).secondStep).toBe("enrol-or-skip");
    await client.call(contract.skipSecondStep, {});
    expect((await session(client)).secondStep).toBe("none");
  });

  test("a wrong password and an unknown e-mail get the same answer, and guessing is stopped", async () => {
    const { email } = await addOperator(app, "viewer");
    const wrong = await logIn(email, "not this one");
    const unknown = await logIn("nobody@example.com", "not this one");
    expect(wrong.answer.body).toEqual({ isAuth: false, token: null });
    expect(unknown.answer.body).toEqual(wrong.answer.body);
    const guesses = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        logIn(email, `guess ${i}`, new TestClient(app, `198.51.100.${i}`)),
      ),
    );
    expect(guesses.filter(({ answer }) => answer.status === 200)).toHaveLength(9);
  });

  test("ends after an hour unused, after twelve in any case, and with the log-out", async () => {
    const idle = await operatorSignedIn(app, "viewer");
    const busy = await operatorSignedIn(app, "viewer");
    for (let hours = 0; hours < 11.5; hours += 0.5) {
      app.time.advance(hour / 2);
      await session(busy);
    }
    expect(await session(busy)).toBeDefined();
    expect((await idle.call(contract.operatorSession, {})).status).toBe(401);
    app.time.advance(hour / 2);
    expect((await busy.call(contract.operatorSession, {})).status).toBe(401);
    const other = await operatorSignedIn(app, "viewer");
    await other.call(contract.operatorLogout, {});
    expect((await other.call(contract.operatorSession, {})).status).toBe(401);
  });
});

describe("an invitation", () => {
  async function invited(email = `new-${crypto.randomUUID()}@example.com`) {
    const admin = await operatorSignedIn(app, "admin");
    const body = { name: "Ravi Kumar", email, role: "support" as const, reason: "Joins the team" };
    const answer = await admin.call(contract.inviteOperator, { body });
    if (answer.status === 200 && answer.body.data.id === null) await confirmNewest(app);
    const mail = (await app.mailsTo(email)).at(-1)?.text ?? "";
    return { admin, answer, email, secret: /invitation#([\w-]{43})/.exec(mail)?.[1] ?? "none was mailed" };
  }
  const accept = (secret: string, password = newPassword) =>
    new TestClient(app).call(contract.acceptInvitation, { body: { secret, password } });

  test("is mailed, chooses a password once, and opens the way to the second step", async () => {
    const { email, secret } = await invited();
    const { body } = await new TestClient(app).call(contract.invitation, { body: { secret } });
    expect(body.data).toEqual({ name: "Ravi Kumar", email, role: "support" });
    expect((await accept(secret, "short")).body.code).toBe("PASSWORD_TOO_SHORT");
    expect((await accept(secret, "Ravi-Kumar-2026")).body.code).toBe("PASSWORD_PERSONAL");
    expect((await accept(secret)).status).toBe(200);
    expect((await accept(secret)).body.code).toBe("INVITATION_GONE");
    const { client } = await logIn(email, newPassword);
    expect(await session(client)).toMatchObject({ role: "support", secondStep: "enrol" });
    const { id: operatorId } = await session(client);
    const { data } = (
      await (await operatorSignedIn(app, "viewer")).call(contract.operatorLog, { query: { operatorId } })
    ).body;
    expect(data).toMatchObject([{ action: "session/open" }, { action: "session/choose-password" }]);
  });

  test("lasts three days, and a new one ends it", async () => {
    const first = await invited();
    app.time.advance(3 * day);
    expect((await accept(first.secret)).body.code).toBe("INVITATION_GONE");
    const second = await invited();
    const admin = await operatorSignedIn(app, "admin");
    const { data } = (await admin.call(contract.operators, {})).body;
    const { id } = data.find(({ email }: contract.Operator) => email === second.email);
    await admin.call(contract.changeOperator, { params: { id }, body: { change: "invite-again" } });
    expect((await accept(second.secret)).body.code).toBe("INVITATION_GONE");
  });

  test("to an e-mail address that has one is refused, and so is a change to oneself", async () => {
    const { admin, email } = await invited();
    const again = await admin.call(contract.inviteOperator, {
      body: { name: "Ravi", email: email.toUpperCase(), role: "viewer" },
    });
    expect(again.body.fields).toEqual({ email: "There is an operator with this e-mail already" });
    const { id } = await session(admin);
    const self = await admin.call(contract.changeOperator, { params: { id }, body: { change: "disable" } });
    expect(self.body.code).toBe("NOT_ALLOWED");
  });
});

describe("changing an operator", () => {
  test("two admins who shut each other out at once: one wins, so that an admin is left", async () => {
    const admins = [await operatorSignedIn(app, "admin"), await operatorSignedIn(app, "admin")] as const;
    const ids = [(await session(admins[0])).id, (await session(admins[1])).id] as const;
    const answers = await Promise.all([
      admins[0].call(contract.changeOperator, { params: { id: ids[1] }, body: { change: "disable" } }),
      admins[1].call(contract.changeOperator, { params: { id: ids[0] }, body: { change: "disable" } }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("from a page that is out of date is refused, and the error names who was first", async () => {
    const [first, second] = [await operatorSignedIn(app, "admin"), await operatorSignedIn(app, "admin")];
    const { id } = await addOperator(app, "viewer");
    const change = (by: TestClient, body: InputOf<typeof contract.changeOperator>["body"]) =>
      by.call(contract.changeOperator, { params: { id }, body });
    const promoted = { role: { from: "viewer" as const, to: "support" as const }, reason: "Joins the team" };
    expect((await change(first, promoted)).body).toEqual({ data: { isWaiting: true } });
    expect((await confirmNewest(app, second)).status).toBe(200);
    const late = { code: "DECIDED_ALREADY", fields: { by: "The admin", at: app.time.now.toISOString() } };
    expect((await change(second, { role: { from: "viewer", to: "finance" } })).body).toMatchObject(late);
    expect((await change(first, { change: "disable" })).status).toBe(200);
    expect((await change(second, { change: "disable" })).body).toMatchObject(late);
    expect((await change(second, { change: "invite-again" })).body).toMatchObject(late);
  });
});

describe("the log", () => {
  test("says what was done to whom, by whom and from where, newest first", async () => {
    const admin = await operatorSignedIn(app, "admin");
    const { id, email } = await addOperator(app, "viewer");
    const role = { from: "viewer", to: "support" } as const;
    const body = { role, reason: "Joins the team" };
    await admin.call(contract.changeOperator, { params: { id }, body });
    await confirmNewest(app);
    await admin.call(contract.changeOperator, { params: { id }, body: { change: "disable" } });
    const { data } = (await admin.call(contract.operatorLog, { query: {} })).body;
    expect(data.slice(0, 3)).toMatchObject([
      { action: "operator/disable", operator: "The admin", details: { operator: email }, ip: "192.0.2.1" },
      { action: "operator/role", details: { operator: email, ...role, proposedBy: "The admin" } },
      { action: "proposal/confirm", details: { changes: "Role: viewer → support" } },
    ]);
  });

  test("is narrowed to an operator, to an action, to days, or to the member whom it concerns", async () => {
    const admin = await operatorSignedIn(app, "admin");
    const { id } = await session(admin);
    const member = await app.addMember({ name: "Zubin Daruwala" });
    const actionsOf = async (query: QueryOf<typeof contract.operatorLog>) =>
      (await admin.call(contract.operatorLog, { query })).body.data.map(
        ({ action }: { action: string }) => action,
      );
    const act = { params: { refId: member.refId }, body: { reason: "Asked by phone" } };
    await (await operatorSignedIn(app, "support")).call(blockMember, act);
    await admin.call(unblockMember, act);
    expect(await actionsOf({ search: "daruwala" })).toEqual(["member/unblock", "member/block"]);
    expect(await actionsOf({ search: member.refId, order: "asc" })).toEqual([
      "member/block",
      "member/unblock",
    ]);
    expect(await actionsOf({ operatorId: id })).toEqual(["member/unblock", "session/open"]);
    expect(await actionsOf({ search: "daruwala", action: "member/block" })).toEqual(["member/block"]);
    const today = indiaDayOf(app.time.now);
    expect(await actionsOf({ search: "daruwala", from: today, to: today })).toHaveLength(2);
    expect(await actionsOf({ search: "daruwala", from: daysAfter(today, 1) })).toEqual([]);
    expect(await actionsOf({ search: "daruwala", to: daysAfter(today, -1) })).toEqual([]);
    const unknown = { action: "no/such" as never };
    expect((await admin.call(contract.operatorLog, { query: unknown })).status).toBe(400);
    for (const odd of [1.5, 1e30, 2 ** 31]) {
      expect((await admin.call(contract.operatorLog, { query: { operatorId: odd } })).status).toBe(400);
    }
  });

  test("can be saved as a file, whole and as narrowed as it is shown", async () => {
    const { id } = await addOperator(app, "support");
    const member = await app.addMember({ name: "Farida Sheikh" });
    const lines = Array.from({ length: 1_005 }, (_, number) => ({
      operator_id: id,
      action: "member/read-kyc",
      member_id: member.id,
      details: JSON.stringify({ part: number === 0 ? "bank" : "pan" }),
      ip: "192.0.2.7",
      at: app.time.now,
    }));
    await app.db.insertInto("operator_log").values(lines).execute();
    const viewer = await operatorSignedIn(app, "viewer");
    const file = async (query: QueryOf<typeof contract.operatorLogCsv>) =>
      ((await viewer.call(contract.operatorLogCsv, { query })).body as string).trim().split("\r\n").slice(1);
    for (const order of ["asc", "desc"] as const) {
      const rows = await file({ operatorId: id, order });
      expect(rows).toHaveLength(1_005);
      expect(rows[order === "asc" ? 0 : 1_004]).toContain(
        `The support,Revealed the bank details,${member.refId},Farida Sheikh,192.0.2.7`,
      );
    }
    expect(await file({ search: "farida", operatorId: (await session(viewer)).id })).toEqual([]);
  });

  test("has a line for whom the command let in, which names nobody who did not do it", async () => {
    const command = processFile(new URL("../../commands/add-operator.ts", import.meta.url));
    const email = `${randomUUID()}@example.com`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [command, "--email", email, "--name", "Asha Rao"],
      { env: { ...process.env, DATABASE_URL: app.databaseUrl } },
    );
    expect(stdout).toContain("/console/invitation#");
    const admin = await operatorSignedIn(app, "admin");
    const { data } = (await admin.call(contract.operatorLog, { query: { size: 5 } })).body;
    expect(data).toContainEqual(
      expect.objectContaining({
        operator: "Command line",
        action: "operator/add",
        details: { operator: email, role: "admin" },
        ip: "command line",
      }),
    );
  });

  test("cannot be changed, by the application or by the owner of the database", async () => {
    await operatorSignedIn(app, "admin");
    await expect(app.db.deleteFrom("operator_log").execute()).rejects.toThrow("permission denied");
    await expect(app.db.updateTable("operator_log").set({ ip: "" }).execute()).rejects.toThrow(
      "permission denied",
    );
  });
});
