import { forgotPassword } from "@fc/contract/login/portal";
import { session } from "@fc/contract/login/session";
import * as contract from "@fc/contract/members/console-actions";
import { consoleMember } from "@fc/contract/members/console";
import { memberEvents } from "@fc/contract/security/portal";
import { consoleToday } from "@fc/contract/today/console";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operatorSignedIn } from "../../testing/operators.ts";
import { givePasskey } from "../../testing/software-passkey.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let support: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  support = await operatorSignedIn(app, "support");
});
afterAll(() => app.stop());

const block = (client: TestClient, { refId }: TestMember, reason = "Two people use this account") =>
  client.call(contract.blockMember, { params: { refId }, body: { reason } });
const unblock = (client: TestClient, { refId }: TestMember) =>
  client.call(contract.unblockMember, { params: { refId }, body: { reason: "It was cleared up" } });
const freeze = (client: TestClient, { refId }: TestMember) =>
  client.call(contract.freezeMember, {
    params: { refId },
    body: { reason: "The member called: a stranger is signed in" },
  });
const waitingFrozen = async (): Promise<number> =>
  (await support.call(consoleToday, {})).body.data.queues.frozen.count;
const passkeysOf = async ({ id }: TestMember) =>
  (await app.db.selectFrom("passkeys").select("id").where("member_id", "=", id).execute()).length;
const lastResetOf = async ({ refId }: TestMember): Promise<string | null> =>
  (await support.call(consoleMember, { params: { refId } })).body.data.accessResetAt;
async function reset(
  client: TestClient,
  member: TestMember,
  {
    turnOffAuthenticator = false,
    lastReset,
  }: { turnOffAuthenticator?: boolean; lastReset?: string | null } = {},
) {
  const seen = lastReset === undefined ? await lastResetOf(member) : lastReset;
  const body = { reason: "The phone was lost", turnOffAuthenticator, lastReset: seen };
  return client.call(contract.resetAccess, { params: { refId: member.refId }, body });
}

async function eventsOf(member: TestMember, client: TestClient) {
  const { body } = await client.call(memberEvents, { params: { userId: member.id }, query: {} });
  return body.data;
}

async function lastMail(member: TestMember) {
  return (await app.mailsTo(member.email)).at(-1)!;
}

async function turnOnAuthenticator(member: TestMember) {
  await app.db
    .insertInto("authenticators")
    .values({
      owner_kind: "member",
      owner_id: member.id,
      secret: Buffer.from("a secret"),
      turned_on_at: app.time.now,
      last_step: 0n,
    })
    .execute();
}

describe("a blocked member", () => {
  test("is signed out at once, learns why at login and by mail, and signs in as before once unblocked", async () => {
    const member = await app.addMember();
    const device = await signedIn(app, member);
    expect((await block(support, member)).status).toBe(200);
    expect((await device.call(session, {})).status).toBe(401);
    expect((await new TestClient(app).logIn(member.refId)).body.code).toBe("ACCOUNT_BLOCKED");
    expect((await lastMail(member)).text).toContain("Two people use this account");

    expect((await unblock(support, member)).status).toBe(200);
    expect((await device.call(session, {})).status).toBe(401);
    const again = await signedIn(app, member);
    expect(await eventsOf(member, again)).toMatchObject([
      { kind: "unblocked", detail: "It was cleared up", by: "staff" },
      { kind: "blocked", detail: "Two people use this account", by: "staff" },
    ]);
  });

  test("was blocked once: of two operators at once the second gets an error that says who was first and when", async () => {
    const member = await app.addMember();
    const other = await operatorSignedIn(app, "admin");
    const answers = await Promise.all([block(support, member), block(other, member)]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect(won?.status).toBe(200);
    expect(lost?.body).toMatchObject({
      code: "DECIDED_ALREADY",
      fields: { by: expect.stringMatching(/^The (support|admin)$/), at: app.time.now.toISOString() },
    });
    const { body } = await support.call(consoleMember, { params: { refId: member.refId } });
    expect(body.data.log).toMatchObject([{ action: "member/block" }]);
  });

  test("cannot be unblocked when not blocked, and not without a reason", async () => {
    const member = await app.addMember();
    expect((await unblock(support, member)).body.code).toBe("DECIDED_ALREADY");
    expect((await block(support, member, "  ")).body.fields).toEqual({ reason: "Please give a reason" });
  });
});

describe("a member whom support freezes", () => {
  test("is out at once with codes, temporary passwords and passkeys void, is told why, and waits on Today", async () => {
    const member = await app.addMember();
    const device = await signedIn(app, member);
    await new TestClient(app).call(forgotPassword, { body: { refId: member.refId } });
    await app.worker.drain();
    const temporary = /temporary password is\s+(\w{12})/.exec((await lastMail(member)).text)?.[1] ?? "";
    await givePasskey(app, member);
    expect(await passkeysOf(member)).toBe(1);
    const before = await waitingFrozen();
    expect((await freeze(support, member)).status).toBe(200);
    expect((await device.call(session, {})).status).toBe(401);
    expect((await new TestClient(app).logIn(member.refId)).body.code).toBe("ACCOUNT_FROZEN");
    expect((await new TestClient(app).logIn(member.refId, temporary)).body.isAuth).toBe(false);
    expect(await passkeysOf(member)).toBe(0);
    expect(await waitingFrozen()).toBe(before + 1);
    const { subject, text } = await lastMail(member);
    expect(subject).toBe("Your FC Portal account was frozen");
    expect(text).toContain("we froze your account to protect it");
    expect(text).toContain("The member called: a stranger is signed in");
    expect(text).not.toContain("This was not me");

    expect((await unblock(support, member)).status).toBe(200);
    const again = await signedIn(app, member);
    expect(await eventsOf(member, again)).toMatchObject([
      { kind: "unblocked", by: "staff" },
      { kind: "frozen-by-staff", detail: "The member called: a stranger is signed in", by: "staff" },
    ]);
  });

  test("is frozen once, and one who is blocked stays blocked", async () => {
    const member = await app.addMember();
    const answers = await Promise.all([freeze(support, member), freeze(support, member)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const blocked = await app.addMember();
    await block(support, blocked);
    expect((await freeze(support, blocked)).body.code).toBe("DECIDED_ALREADY");
    expect((await new TestClient(app).logIn(blocked.refId)).body.code).toBe("ACCOUNT_BLOCKED");
  });
});

describe("an access that is reset", () => {
  test("ends every session and the old password; the mailed one works and requires a new one", async () => {
    const member = await app.addMember();
    const device = await signedIn(app, member);
    expect((await reset(support, member)).status).toBe(200);
    expect((await device.call(session, {})).status).toBe(401);
    expect((await new TestClient(app).logIn(member.refId)).body.isAuth).toBe(false);
    const { text } = await lastMail(member);
    const password = /temporary password is\s+(\w{12})/.exec(text)?.[1] ?? "";
    const client = new TestClient(app);
    expect((await client.logIn(member.refId, password)).body.isAuth).toBe(true);
    expect((await client.call(session, {})).body.data.mustChangePassword).toBe(true);
  });

  test("voids a temporary password that somebody had requested before", async () => {
    const member = await app.addMember();
    await reset(support, member);
    const first = /temporary password is\s+(\w{12})/.exec((await lastMail(member)).text)?.[1] ?? "";
    await reset(support, member);
    expect((await new TestClient(app).logIn(member.refId, first)).body.isAuth).toBe(false);
  });

  test("leaves the authenticator on, unless the operator chooses to turn it off", async () => {
    const member = await app.addMember();
    await turnOnAuthenticator(member);
    const since = async () =>
      (await support.call(consoleMember, { params: { refId: member.refId } })).body.data.authenticatorSince;
    await reset(support, member);
    expect(await since()).not.toBeNull();
    await reset(support, member, { turnOffAuthenticator: true });
    expect(await since()).toBeNull();
    expect((await lastMail(member)).text).toContain("Your authenticator app was turned off");
  });

  test("is reset once by operators who do it at once, or from a page that is out of date", async () => {
    const member = await app.addMember();
    const others = await Promise.all(Array.from({ length: 3 }, () => operatorSignedIn(app, "support")));
    const answers = await Promise.all(others.map((other) => reset(other, member, { lastReset: null })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    answers.push(await reset(support, member, { lastReset: null }));
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      const fields = { by: "The support", at: app.time.now.toISOString() };
      expect(body).toMatchObject({ code: "DECIDED_ALREADY", fields });
    }
    expect(await app.mailsTo(member.email)).toHaveLength(1);
    expect(await lastResetOf(member)).toBe(app.time.now.toISOString());
  });

  test("is refused for a blocked member, whom it would not let in", async () => {
    const member = await app.addMember();
    await block(support, member);
    expect((await reset(support, member)).body.code).toBe("MEMBER_BLOCKED");
  });
});
