import { changeEmail, getEmail, proveEmail } from "@fc/contract/email/portal";
import { forgotPassword } from "@fc/contract/login/portal";
import { session } from "@fc/contract/login/session";
import { sendOtp, verifyOtp, type OtpPurpose } from "@fc/contract/otp/portal";
import { memberEvents } from "@fc/contract/security/portal";
import { withdrawState } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hour, minute } from "../../platform/clock.ts";
import { turnOnApp } from "../../testing/authenticator-app.ts";
import { confirm, setSetting } from "../../testing/money.ts";
import { changeEmailTo, confirmNewEmail, proveNewEmail } from "../../testing/new-email.ts";
import {
  newestCode,
  signedIn,
  startTestApp,
  TestClient,
  type TestApp,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let member: TestMember;
let client: TestClient;
let newEmail: string;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());
beforeEach(async () => {
  member = await app.addMember({ name: "Asha Verma" });
  client = await signedIn(app, member);
  newEmail = `asha-${member.id}@example.com`;
});

const send = (purpose: OtpPurpose, address = newEmail, by = client) =>
  by.call(sendOtp, {
    params: { userId: member.id },
    body: { purpose, change: { userId: member.id, newEmail: address } },
  });
const change = (address = newEmail, by = client) =>
  by.call(changeEmail, { body: { userId: member.id, newEmail: address } });
const enter = (otp: string) => client.call(verifyOtp, { params: { userId: member.id, otp }, query: {} });
async function emailNow(): Promise<string> {
  const { email } = await app.db
    .selectFrom("members")
    .select("email")
    .where("id", "=", member.id)
    .executeTakeFirstOrThrow();
  return email;
}

test("with the codes of both addresses it is changed, told at both, and coin withdrawals wait 48 hours", async () => {
  const other = await signedIn(app, member);
  const sent = await send("email-new");
  expect(sent.body.data.sentTo).toBe(newEmail);
  const [toNew] = await app.mailsTo(newEmail);
  expect(toNew?.subject).toBe("Your FC Portal code: confirm this e-mail address");
  // The address may be a stranger's until its code was entered.
  expect(toNew?.text).not.toContain("Asha");
  expect(toNew?.text).toContain("because somebody entered this e-mail address on FC Portal");
  expect(toNew?.text).not.toContain(member.refId);

  const changed = await changeEmailTo(app, client, member, newEmail);
  const until = new Date(app.time.now.getTime() + 48 * hour).toISOString();
  expect(changed).toMatchObject({
    status: 200,
    body: { message: "E-mail address changed", data: { email: newEmail, withdrawalsHeldUntil: until } },
  });
  const read = await client.call(getEmail, { params: { userId: member.id } });
  expect(read.body.data).toEqual({ email: newEmail, changeableFrom: null, holdHours: 48 });
  const held = await client.call(withdrawState, { params: { userId: member.id } });
  expect(held.body.data).toMatchObject({ heldUntil: until, heldAfter: "email" });

  const atOld = (await app.mailsTo(member.email)).at(-1)!;
  expect(atOld.subject).toBe("Your FC Portal e-mail address was changed");
  expect(atOld.text).toContain("write to support");
  expect(atOld.text).not.toContain(newEmail);
  expect((await app.mailsTo(newEmail)).at(-1)).toMatchObject({
    subject: "This is now your FC Portal e-mail address",
    text: expect.stringContaining("Coin withdrawals on hold until"),
  });
  const events = await client.call(memberEvents, { params: { userId: member.id }, query: {} });
  expect(events.body.data[0]).toMatchObject({ kind: "email-changed", by: "member" });
  expect((await other.call(session, {})).status).toBe(401);
  expect((await client.call(session, {})).status).toBe(200);
});

describe("a stolen session or a stolen mailbox alone is not enough:", () => {
  test("the code of the new address does not change it, entered once or for both", async () => {
    await proveNewEmail(app, client, member, newEmail);
    expect((await change()).body.code).toBe("INVALID_OTP");
    await send("email");
    const code = await newestCode(app, { email: newEmail });
    // oxlint-disable-next-line tests/no-conditional-expect -- Once in a million times the two codes are alike.
    if (code !== (await newestCode(app, member))) expect((await enter(code)).body.data).toBe(false);
    expect((await change()).body.code).toBe("INVALID_OTP");
    expect(await emailNow()).toBe(member.email);
  });

  test("no code is sent to the old address before the new one is proven, nor for another new one", async () => {
    expect((await send("email")).body.code).toBe("EMAIL_NOT_PROVEN");
    await proveNewEmail(app, client, member, newEmail);
    expect((await send("email", `x-${newEmail}`)).body.code).toBe("EMAIL_NOT_PROVEN");
    expect((await change(`x-${newEmail}`)).body.code).toBe("EMAIL_NOT_PROVEN");
  });

  test("a proof of another device, of another member or of long ago does not count", async () => {
    await proveNewEmail(app, client, member, newEmail);
    const device = await signedIn(app, member);
    expect((await send("email", newEmail, device)).body.code).toBe("EMAIL_NOT_PROVEN");
    const stranger = await app.addMember();
    const theirs = await signedIn(app, stranger);
    const body = { purpose: "email" as const, change: { userId: stranger.id, newEmail } };
    const sent = await theirs.call(sendOtp, { params: { userId: stranger.id }, body });
    expect(sent.body.code).toBe("EMAIL_NOT_PROVEN");
    app.time.advance(20 * minute);
    expect((await send("email")).body.code).toBe("EMAIL_NOT_PROVEN");
  });

  test("who signed in with a temporary password from the mailbox waits 48 hours", async () => {
    await new TestClient(app).call(forgotPassword, { body: { refId: member.refId } });
    await app.worker.drain();
    const { text } = (await app.mailsTo(member.email)).at(-1)!;
    const password = /temporary password is\s+(\w{12})/.exec(text)?.[1] ?? "";
    await client.logIn(member.refId, password);
    const answer = await send("email-new");
    expect(answer.body).toMatchObject({ code: "EMAIL_HELD", retryAfterSeconds: 48 * 3600 });
    const later = await signedInAfter(48 * hour);
    expect((await send("email-new", newEmail, later)).status).toBe(200);
  });

  /** A session that is still open then, whatever became of the password. */
  async function signedInAfter(ms: number): Promise<TestClient> {
    await app.db.updateTable("sessions").set({ must_change_password: false }).execute();
    app.time.advance(ms);
    return client;
  }

  test("with the authenticator app on, its code is needed too", async () => {
    await turnOnApp(app, client, member);
    await confirmNewEmail(app, client, member, newEmail);
    expect((await change()).body.code).toBe("AUTHENTICATOR_REQUIRED");
    expect(await emailNow()).toBe(member.email);
  });
});

describe("after the change", () => {
  test("codes and temporary passwords that were mailed to the old address are worth nothing", async () => {
    await new TestClient(app).call(forgotPassword, { body: { refId: member.refId } });
    await app.worker.drain();
    const { text } = (await app.mailsTo(member.email)).at(-1)!;
    const password = /temporary password is\s+(\w{12})/.exec(text)?.[1] ?? "";
    const fmdc = { refId: member.refId, token: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" };
    await confirm(app, client, member, { purpose: "fmdc", change: fmdc });
    expect((await changeEmailTo(app, client, member, newEmail)).status).toBe(200);
    expect((await client.send("POST", "/api/user/createFmdc", fmdc)).body.code).toBe("INVALID_OTP");
    expect((await new TestClient(app).logIn(member.refId, password)).body.isAuth).toBe(false);
    await send("email-new", `again-${newEmail}`);
    const mailsBefore = await app.mailsTo(member.email);
    await new TestClient(app, "192.0.2.9").call(forgotPassword, { body: { refId: member.refId } });
    await app.worker.drain();
    expect(await app.mailsTo(member.email)).toHaveLength(mailsBefore.length);
    expect((await app.mailsTo(newEmail)).at(-1)?.subject).toBe("Your temporary FC Portal password");
  });

  test("the same codes change nothing again", async () => {
    expect((await changeEmailTo(app, client, member, newEmail)).status).toBe(200);
    // The same call is a retry after a lost response: the same answer, and nothing more.
    expect((await change()).status).toBe(200);
    expect((await app.mailsTo(newEmail)).filter(({ subject }) => !subject.includes("code"))).toHaveLength(1);
    expect((await change(member.email)).body.code).toBe("EMAIL_NOT_PROVEN");
    expect(await emailNow()).toBe(newEmail);
  });
});

test("of two devices that change it to different addresses at once, one does", async () => {
  const device = await signedIn(app, member);
  await confirmNewEmail(app, client, member, newEmail);
  await confirmNewEmail(app, device, member, `b-${newEmail}`);
  const answers = await Promise.all([change(), change(`b-${newEmail}`, device)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect([newEmail, `b-${newEmail}`]).toContain(await emailNow());
  const told = (await app.mailsTo(member.email)).filter(({ subject }) => !subject.includes("code"));
  expect(told).toHaveLength(1);
});

test("of members who take the same address at once, only as many get it as the setting allows", async () => {
  const shared = `shared-${member.id}@example.com`;
  const people = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const person = await app.addMember();
      return { person, device: await signedIn(app, person) };
    }),
  );
  for (const { person, device } of people) await confirmNewEmail(app, device, person, shared);
  const answers = await Promise.all(
    people.map(({ person, device }) =>
      device.call(changeEmail, { body: { userId: person.id, newEmail: shared } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const taken = answers.filter(({ status }) => status !== 200);
  for (const { body } of taken) expect(body).toMatchObject({ code: "EMAIL_TAKEN" });

  await setSetting(app.databaseUrl, "registration", { membersPerEmail: 2 });
  expect((await send("email-new", shared)).status).toBe(200);
  await setSetting(app.databaseUrl, "registration", {});
});

test("without a waiting time by the setting, none is named", async () => {
  await setSetting(app.databaseUrl, "withdrawal", { holdHours: 0 });
  const { body } = await changeEmailTo(app, client, member, newEmail);
  expect(body.data.withdrawalsHeldUntil).toBeNull();
  const codeMail = (await app.mailsTo(member.email)).at(-2);
  expect(codeMail?.text).toMatch(/Mind: Codes and notices then go there$/m);
  await setSetting(app.databaseUrl, "withdrawal", {});
});

test("many tries of addresses are refused, whatever they are", async () => {
  const stranger = await app.addMember();
  for (let tries = 0; tries < 20; tries++) {
    expect((await send("email-new", stranger.email)).body.code).toBe("EMAIL_TAKEN");
  }
  expect((await send("email-new", stranger.email)).body.code).toBe("TOO_MANY_REQUESTS");
});

test("the steps after the proof do not say whether another member has an address", async () => {
  const stranger = await app.addMember();
  for (const address of [stranger.email, newEmail]) {
    expect((await send("email", address)).body.code).toBe("EMAIL_NOT_PROVEN");
    expect((await change(address)).body.code).toBe("EMAIL_NOT_PROVEN");
  }
});

describe("an address that cannot be one is refused with its field", () => {
  test.each([
    ["nothing", "", "Please enter an e-mail"],
    ["no address", "asha", "This is not a valid e-mail"],
    ["two addresses", "a@example.com, b@example.com", "This is not a valid e-mail"],
    ["a line break", "a@example.com\r\nBcc: b@example.com", "This is not a valid e-mail"],
    ["a long one", `${"a".repeat(250)}@example.com`, "This is not a valid e-mail"],
  ])("%s", async (_, address, words) => {
    expect((await send("email-new", address)).body.fields).toEqual({ newEmail: words });
    const { body } = await client.call(proveEmail, { body: { userId: member.id, newEmail: address } });
    expect(body.fields).toEqual({ newEmail: words });
  });

  test("the one that the member has, also in capital letters", async () => {
    const { body } = await send("email-new", member.email.toUpperCase());
    expect(body.fields).toEqual({ newEmail: "This is the e-mail address already" });
  });
});
