import { randomUUID } from "node:crypto";
import { referrerName, register } from "@fc/contract/registration/portal";
import { confirmRegistration } from "@fc/contract/registration/portal-later";
import { changePassword } from "@fc/contract/password/portal";
import { withdrawState } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hour, minute } from "../../platform/clock.ts";
import { confirm, setSetting } from "../../testing/money.ts";
import { startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let sponsor: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  sponsor = await app.addMember({ name: "Asha Devi Verma" });
});
afterAll(() => app.stop());

let addresses = 0;
/** From an address of its own, so that the limits of one test do not reach another. */
const visitor = () => new TestClient(app, `203.0.113.${++addresses}`);

let emails = 0;
function details(changes: Record<string, unknown> = {}) {
  return {
    parentRefId: sponsor.refId,
    name: "Ravi Kumar",
    gender: "M" as const,
    mailId: `new${++emails}@example.com`,
    mobileNumber: "+91 98765 43210",
    isLeft: true,
    isRight: false,
    ...changes,
  };
}

function passwordIn(mail = ""): string {
  return /[a-z2-9]{12}/.exec(mail.split("temporary password is")[1] ?? "")?.[0] ?? "";
}

/** Registers and confirms, as one browser does under one key. */
async function join(client: TestClient, body: ReturnType<typeof details>, key = randomUUID()) {
  const registered = await client.call(register, { body }, key);
  return { registered, confirmed: await client.call(confirmRegistration, {}, key) };
}

test("a visitor registers below a referrer, confirms, and the new member signs in with the mailed password", async () => {
  const client = visitor();
  const body = details({ mailId: "Ravi.Kumar@Example.com" });
  const { registered, confirmed } = await join(client, body);
  expect(registered.body).toEqual({
    isUserCreated: true,
    placementRefId: sponsor.refId,
    placementName: "Asha V.",
    placementSide: "left",
    message: null,
  });
  expect(confirmed.status).toBe(200);
  const { refId } = confirmed.body.data;

  const [mail, ...others] = await app.mailsTo("ravi.kumar@example.com");
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Welcome to FC Portal");
  expect(mail?.text).toContain(refId);
  const password = passwordIn(mail?.text);
  const newcomer = new TestClient(app);
  expect((await newcomer.logIn(refId, password)).body.isAuth).toBe(true);
  expect(await memberOf(refId)).toMatchObject({
    name: "Ravi Kumar",
    gender: "M",
    email: "ravi.kumar@example.com",
    phone: "+919876543210",
  });
});

test("coin withdrawals of a newcomer wait after the first password, and say so; later after a new password", async () => {
  const body = details();
  const { confirmed } = await join(visitor(), body);
  const { refId } = confirmed.body.data;
  const { id, name, email } = await memberOf(refId);
  const temporary = passwordIn((await app.mailsTo(email))[0]?.text);
  const newcomer = new TestClient(app);
  await newcomer.logIn(refId, temporary);
  const heldAfter = async () =>
    (await newcomer.call(withdrawState, { params: { userId: id } })).body.data.heldAfter;
  const choose = async (oldPassword: string, newPassword: string) => {
    const change = { userId: id, oldPassword, newPassword };
    await confirm(app, newcomer, { id, refId, name, email }, { purpose: "change-password", change });
    expect((await newcomer.call(changePassword, { body: change })).status).toBe(200);
  };
  await choose(temporary, "Monsoon over Kochi 5");
  expect(await heldAfter()).toBe("joining");
  app.time.advance(hour);
  await choose("Monsoon over Kochi 5", "Monsoon over Pune 6");
  expect(await heldAfter()).toBe("password");
});

async function memberOf(refId: string) {
  return app.db.selectFrom("members").selectAll().where("ref_id", "=", refId).executeTakeFirstOrThrow();
}

test("confirming twice, or at the same moment, mails one welcome and answers the same", async () => {
  const client = visitor();
  const body = details();
  const key = randomUUID();
  await client.call(register, { body }, key);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => client.call(confirmRegistration, {}, key)),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(await app.mailsTo(body.mailId)).toHaveLength(1);
});

test("an unconfirmed registration completes itself after a quarter of an hour", async () => {
  const body = details();
  await visitor().call(register, { body });
  expect(await app.mailsTo(body.mailId)).toEqual([]);
  app.time.advance(15 * minute);
  expect(await app.mailsTo(body.mailId)).toHaveLength(1);
});

test("only the browser that registered can confirm, under the key it registered with, and for an hour", async () => {
  const gone = { status: 404, body: { code: "REGISTRATION_GONE" } };
  const client = visitor();
  const key = randomUUID();
  await client.call(register, { body: details() }, key);
  const other = visitor();
  expect(await other.call(confirmRegistration, {}, key)).toMatchObject(gone);
  await other.call(register, { body: details() });
  expect(await other.call(confirmRegistration, {}, key)).toMatchObject(gone);
  expect(await client.call(confirmRegistration, {})).toMatchObject(gone);
  expect((await client.call(confirmRegistration, {}, key)).status).toBe(200);
  app.time.advance(hour);
  expect(await client.call(confirmRegistration, {}, key)).toMatchObject(gone);
});

test("two registrations of one browser do not mix: each Done completes its own", async () => {
  const client = visitor();
  const [first, second] = [
    { body: details(), key: randomUUID() },
    { body: details(), key: randomUUID() },
  ];
  await client.call(register, { body: first.body }, first.key);
  await client.call(register, { body: second.body }, second.key);
  const { refId } = (await client.call(confirmRegistration, {}, first.key)).body.data;
  expect((await app.mailsTo(first.body.mailId))[0]?.text).toContain(refId);
  expect(await app.mailsTo(second.body.mailId)).toEqual([]);
  await client.call(confirmRegistration, {}, second.key);
  expect(await app.mailsTo(second.body.mailId)).toHaveLength(1);
});

describe("a registration whose answer was lost", () => {
  test("is sent again under its key, makes no second member and can be confirmed", async () => {
    const body = details();
    const key = randomUUID();
    const first = await visitor().call(register, { body }, key);
    // The lost answer took its cookie with it.
    const { registered, confirmed } = await join(visitor(), body, key);
    expect(registered.body).toEqual(first.body);
    expect(confirmed.status).toBe(200);
    expect(await app.mailsTo(body.mailId)).toHaveLength(1);
  });

  test("makes one member however often it is sent at once", async () => {
    const body = details();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => visitor().call(register, { body }, key)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers[0]?.body.isUserCreated).toBe(true);
  });

  test("reveals nothing to somebody who has the key but not every detail", async () => {
    const key = randomUUID();
    await visitor().call(register, { body: details() }, key);
    const { status, body } = await visitor().call(register, { body: details() }, key);
    expect({ status, code: body.code }).toEqual({ status: 409, code: "IDEMPOTENCY_CONFLICT" });
  });

  test("that was refused leaves its key free", async () => {
    const key = randomUUID();
    const taken = details();
    await visitor().call(register, { body: taken });
    expect((await visitor().call(register, { body: taken }, key)).body.isUserCreated).toBe(false);
    expect((await visitor().call(register, { body: details() }, key)).body.isUserCreated).toBe(true);
  });
});

test("each new member gets the outermost place of the chosen team", async () => {
  const root = await app.addMember({ name: "Root Member" });
  const joinTeam = async (isLeft: boolean) => {
    const body = details({ parentRefId: root.refId, isLeft, isRight: !isLeft });
    const { registered, confirmed } = await join(visitor(), body);
    const { refId } = confirmed.body.data;
    return { refId: refId as string, placedUnder: registered.body.placementRefId as string };
  };
  const [left1, left2, right1] = [await joinTeam(true), await joinTeam(true), await joinTeam(false)];
  expect([left1.placedUnder, left2.placedUnder, right1.placedUnder]).toEqual([
    root.refId,
    left1.refId,
    root.refId,
  ]);
});

test("32 registrations on one leg at once each get a place of their own", async () => {
  const root = await app.addMember();
  const answers = await Promise.all(
    Array.from({ length: 32 }, () =>
      visitor().call(register, { body: details({ parentRefId: root.refId }) }),
    ),
  );
  expect(answers.every(({ body }) => body.isUserCreated)).toBe(true);
  expect(new Set(answers.map(({ body }) => body.placementRefId)).size).toBe(32);
});

describe("a registration is refused with a message and nothing is created", () => {
  const countMembers = async () => (await app.db.selectFrom("members").select("id").execute()).length;

  test.each([["an unknown referrer", { parentRefId: "FCNOBODY2" }, "There is no member with this user ID"]])(
    "%s",
    async (_, changes, message) => {
      const before = await countMembers();
      const { status, body } = await visitor().call(register, { body: details(changes) });
      expect({ status, ...body }).toMatchObject({ status: 200, isUserCreated: false, message });
      expect(await countMembers()).toBe(before);
    },
  );

  test.each([
    ["no team", { isLeft: false }, "isLeft", "Please choose a team"],
    ["both teams", { isRight: true }, "isLeft", "Please choose a team"],
    ["a side as text", { isLeft: "left" }, "isLeft", "Please choose a team"],
    ["no name", { name: "  " }, "name", "Please enter the name"],
    [
      "a script as name",
      { name: "<script>alert(1)</script>" },
      "name",
      "Please use letters, spaces and . ' - only",
    ],
    [
      "a formula as name",
      { name: "=cmd|' /C calc'!A0" },
      "name",
      "Please use letters, spaces and . ' - only",
    ],
    ["a very long name", { name: "A".repeat(10_000) }, "name", "Please use at most 80 characters"],
    ["a wrong gender", { gender: "X" }, "gender", "Please choose M or F"],
    ["a wrong e-mail", { mailId: "ravi@" }, "mailId", "This is not a valid e-mail"],
    ["two e-mails", { mailId: "a@example.com,b@example.com" }, "mailId", "This is not a valid e-mail"],
    [
      "a number that cannot be",
      { mobileNumber: "+91 12345" },
      "mobileNumber",
      "This is not a valid mobile number",
    ],
    ["an extra field", { isAdmin: true }, "isAdmin", "This field is not known"],
  ])("%s", async (_, changes, field, message) => {
    const before = await countMembers();
    const { status, body } = await visitor().call(register, { body: details(changes) });
    expect([400, 422]).toContain(status);
    expect(body.fields[field]).toBe(message);
    expect(await countMembers()).toBe(before);
  });
});

test("only a mobile number is accepted, without other text", async () => {
  for (const mobileNumber of [
    "+91 22 2345 6789",
    "+91 98765 43210 ext. 5",
    "call +91 98765 43210",
    "98765 43210 or 98765 43211",
  ]) {
    const { status, body } = await visitor().call(register, { body: details({ mobileNumber }) });
    expect({ mobileNumber, status, message: body.fields?.mobileNumber }).toEqual({
      mobileNumber,
      status: 422,
      message: "This is not a valid mobile number",
    });
  }
});

test("names with invisible characters or heaps of accents are refused", async () => {
  const [filler, noWidth, joiner, accent] = ["\u3164", "\u200b", "\u200d", "\u0301"];
  for (const name of [
    filler,
    `Ravi${noWidth} Kumar`,
    `Ravi${joiner}`,
    `R${joiner}K`,
    `Z${accent.repeat(3)}`,
  ]) {
    const { status, body } = await visitor().call(register, { body: details({ name }) });
    expect({ name, status, message: body.fields?.name }).toEqual({
      name,
      status: 400,
      message: "Please use letters, spaces and . ' - only",
    });
  }
});

test("names of all scripts are accepted", async () => {
  for (const name of [
    "आशा वर्मा",
    "José Ñandú",
    "O'Brien",
    "Dr. A. P. J. Abdul Kalam",
    "நந்தினி",
    "क्‍ष शर्‌मा",
    "ക്ഷണ്‍മുഖന്‍",
    "Nguyễn Thị Ánh",
  ]) {
    expect((await visitor().call(register, { body: details({ name }) })).body.isUserCreated).toBe(true);
  }
});

test("one e-mail address serves one member, whatever its case and however many try at once", async () => {
  const mailId = "only.one@example.com";
  const tries = ["only.one@example.com", "Only.One@Example.com", "ONLY.ONE@EXAMPLE.COM", mailId];
  const answers = await Promise.all(
    tries.map((mail) => visitor().call(register, { body: details({ mailId: mail }) })),
  );
  expect(answers.filter(({ body }) => body.isUserCreated)).toHaveLength(1);
  const refused = answers.find(({ body }) => !body.isUserCreated);
  expect(refused?.body.message).toBe("This e-mail is already used by another member");
});

test("who has no mobile number registers without one", async () => {
  const { confirmed } = await join(visitor(), details({ mobileNumber: "" }));
  expect((await memberOf(confirmed.body.data.refId)).phone).toBe("");
});

test("an Indian number is the same however it is written, and other countries' numbers stay theirs", async () => {
  const stored = async (mobileNumber: string) => {
    const { confirmed } = await join(visitor(), details({ mobileNumber }));
    return (await memberOf(confirmed.body.data.refId)).phone;
  };
  for (const typed of [
    "+91 98765 43210",
    "09876543210",
    "919876543210",
    "0091 98765-43210",
    "0919876543210",
    "+91 09876543210",
    "+91919876543210",
    "९८७६५ ४३२१०",
  ]) {
    expect([typed, await stored(typed)]).toEqual([typed, "+919876543210"]);
  }
  expect(await stored("+91 91987 65432")).toBe("+919198765432");
  expect(await stored("+1 415 555 2671")).toBe("+14155552671");
  expect(await stored("+2250701020304")).toBe("+2250701020304");
});

test("a look-up returns a first name and an initial only, and is limited", async () => {
  const client = visitor();
  const known = await client.call(referrerName, { params: { refId: sponsor.refId.toLowerCase() } });
  expect(known.body).toEqual({ name: "Asha V." });
  expect((await client.call(referrerName, { params: { refId: "FCNOBODY2" } })).status).toBe(404);
  const answers = await Promise.all(
    Array.from({ length: 70 }, () => client.call(referrerName, { params: { refId: sponsor.refId } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(58);
});

test("the business sets how many may be registered from one address", async () => {
  await setSetting(app.databaseUrl, "registration", { perAddressHour: 2 });
  const client = visitor();
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await client.call(register, { body: details() })).status);
  await setSetting(app.databaseUrl, "registration", { perAddressHour: 30 });
  expect(statuses).toEqual([200, 200, 429]);
});

test("one network address has a limit of registrations", async () => {
  const client = visitor();
  const answers = [];
  for (let i = 0; i < 31; i++) answers.push(await client.call(register, { body: details() }));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  app.time.advance(hour);
  expect((await client.call(register, { body: details() })).status).toBe(200);
});
