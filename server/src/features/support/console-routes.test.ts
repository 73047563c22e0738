import * as contract from "@fc/contract/support/console";
import { operatorSession } from "@fc/contract/operators/console";
import { createOwnSupportRecord, createSupportRecord } from "@fc/contract/support/portal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hour, minute } from "../../platform/clock.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { setSetting } from "../../testing/money.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let member: TestMember;
let support: TestClient;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());
beforeEach(async () => {
  member = await app.addMember({ name: "Asha Verma" });
  support = await operatorSignedIn(app, "support");
});

let visitors = 0;
/** From the login page, where anybody can type any user id. */
async function written(
  details: Partial<{ refId: string; email: string; supportMessage: string }> = {},
  language = "en",
) {
  const client = new TestClient(app, `198.51.100.${++visitors}`);
  const message = {
    refId: member.refId,
    number: "9876543210",
    email: "",
    supportMessage: "I cannot sign in",
  };
  const { method, path } = createSupportRecord;
  const headers = { "accept-language": language };
  const { body } = await client.send(method, `/api${path}`, { ...message, ...details }, headers);
  return found(body.data.reference);
}
async function found(search: string, operator = support): Promise<contract.QueuedSupportMessage> {
  return (await operator.call(contract.consoleSupport, { query: { search } })).body.data[0];
}
const detail = async (id: number): Promise<contract.SupportDetail> =>
  (await support.call(contract.consoleSupportMessage, { params: { id } })).body.data;
const inbox = async (filter: contract.SupportFilter, operator = support) =>
  (await operator.call(contract.consoleSupport, { query: { filter, size: 100 } })).body;
const idsIn = async (filter: contract.SupportFilter, operator = support) =>
  (await inbox(filter, operator)).data.map(({ id }: { id: number }) => id);

interface Reply {
  text: string;
  to: "member" | "typed";
  version: number;
}
const reply = (id: number, body: Partial<Reply> = {}, operator = support) =>
  operator.call(contract.replyToSupport, {
    params: { id },
    body: { text: "Please try again now.", to: "member", version: 0, ...body },
  });

test("an answer reaches the member by mail, with the reference in its subject, and is in the log", async () => {
  const { id, reference } = await written();
  expect((await reply(id)).status).toBe(200);
  const mail = (await app.mailsTo(member.email)).at(-1);
  expect(mail?.subject).toBe(`Re: your support message (${reference})`);
  expect(mail?.text).toContain("Please try again now.");
  expect(mail?.text).toContain("I cannot sign in");
  expect(await detail(id)).toMatchObject({
    status: "answered",
    dueAt: null,
    assignedTo: { name: "The support" },
    events: [{ kind: "reply", operator: "The support", sentTo: member.email }],
  });
  const log = app.db.selectFrom("operator_log").select(["action", "details"]);
  expect(await log.where("member_id", "=", member.id).execute()).toEqual([
    { action: "support/reply", details: { reference, to: member.email } },
  ]);
});

test("of operators who answer at once one does, one mail goes out, and the others get an error that says who and when", async () => {
  const { id } = await written();
  const others = await Promise.all(Array.from({ length: 5 }, () => operatorSignedIn(app, "admin")));
  const answers = await Promise.all([support, ...others].map((operator) => reply(id, {}, operator)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const [first] = (await detail(id)).events;
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    const fields = { by: first?.operator, at: app.time.now.toISOString() };
    expect(body).toMatchObject({ code: "DECIDED_ALREADY", fields });
  }
  const mails = await app.mailsTo(member.email);
  expect(mails.filter(({ subject }) => subject.startsWith("Re:"))).toHaveLength(1);
});

test("an operator who has seen the answer may answer again", async () => {
  const { id } = await written();
  await reply(id);
  expect((await reply(id, { version: 1, text: "One more thing." })).status).toBe(200);
  expect((await detail(id)).events.map(({ text }) => text)).toEqual([
    "Please try again now.",
    "One more thing.",
  ]);
});

test("a typed address is answered only where an operator chooses it, and learns nothing of the member", async () => {
  const email = "somebody.else@example.com";
  const { id } = await written({ email });
  expect((await detail(id)).addresses).toEqual({ member: member.email, typed: email });
  await reply(id, { to: "typed" });
  const [mail] = await app.mailsTo(email);
  expect(mail?.text).toContain("Please try again now.");
  expect(mail?.text).not.toContain("Asha");
});

test("an answer to a typed address is in the language of the page that was written on, not in the member's", async () => {
  const email = "somebody.hindi@example.com";
  const { id, reference } = await written({ email }, "hi");
  await reply(id, { to: "typed" });
  const [mail] = await app.mailsTo(email);
  expect(mail?.subject).toBe(`Re: आपका सहायता संदेश (${reference})`);
  expect(mail?.text).toContain("नमस्ते,\n\nPlease try again now.");
});

test.each([
  ["an unknown user id has no member to answer", { refId: "FCNOBODY" }, "member"],
  ["what was typed may be no address at all", { email: "a@example.com, b@example.com" }, "typed"],
] as const)("%s", async (_, details, to) => {
  const { id } = await written(details);
  expect((await detail(id)).addresses[to]).toBeNull();
  expect((await reply(id, { to })).body.fields).toEqual({ to: "There is no such address" });
  expect((await detail(id)).status).toBe("open");
});

test("a message is due by the promise, a setting, and overdue after it; an answer ends that", async () => {
  const { id, createdAt, dueAt } = await written();
  expect(Date.parse(dueAt!) - Date.parse(createdAt)).toBe(24 * hour);
  expect(await idsIn("overdue")).not.toContain(id);
  await setSetting(app.databaseUrl, "support", { answerHours: 2 });
  app.time.advance(2 * hour + minute);
  support = await operatorSignedIn(app, "support");
  expect(await detail(id)).toMatchObject({ isOverdue: true });
  expect(await idsIn("overdue")).toContain(id);
  await reply(id);
  expect(await idsIn("overdue")).not.toContain(id);
  await setSetting(app.databaseUrl, "support", { answerHours: 24 });
});

test("a closed message owes nothing; opened again it owes an answer from then on", async () => {
  const { id } = await written();
  const set = (status: "open" | "closed", version: number) =>
    support.call(contract.setSupportStatus, { params: { id }, body: { status, version } });
  expect((await set("closed", 0)).status).toBe(200);
  expect(await idsIn("open")).not.toContain(id);
  expect((await set("closed", 1)).body.code).toBe("NOTHING_CHANGED");
  app.time.advance(10 * minute);
  expect((await set("open", 0)).body).toMatchObject({
    code: "DECIDED_ALREADY",
    fields: { by: "The support" },
  });
  expect((await set("open", 1)).status).toBe(200);
  const { dueAt } = await detail(id);
  expect(dueAt).toBe(new Date(app.time.now.getTime() + 24 * hour).toISOString());
});

test("a message is taken by one operator, and taken over only by who has seen whose it is", async () => {
  const { id } = await written();
  const other = await operatorSignedIn(app, "support");
  const me = (await support.call(operatorSession, {})).body.data.id;
  const assign = (operator: TestClient, to: "me" | "nobody", from: number | null) =>
    operator.call(contract.assignSupport, { params: { id }, body: { to, from } });
  expect((await assign(support, "me", null)).status).toBe(200);
  expect(await idsIn("mine")).toContain(id);
  expect(await idsIn("mine", other)).not.toContain(id);
  expect((await assign(other, "me", null)).body).toMatchObject({
    code: "DECIDED_ALREADY",
    fields: { by: "The support" },
  });
  expect((await assign(other, "me", me)).status).toBe(200);
  expect(await idsIn("mine", other)).toContain(id);
  expect(await idsIn("mine")).not.toContain(id);
});

test("a note stays among operators and changes nothing else", async () => {
  const { id, version } = await written();
  const before = await app.mailsTo(member.email);
  const note = { text: "Seems to be a wrong password." };
  expect((await support.call(contract.noteOnSupport, { params: { id }, body: note })).status).toBe(200);
  expect(await detail(id)).toMatchObject({ status: "open", version, events: [{ kind: "note", ...note }] });
  expect(await app.mailsTo(member.email)).toEqual(before);
});

test("a message is found by its reference, its user id, either mail and the member's name", async () => {
  const email = "Typed.Address@example.com";
  const { id, reference } = await written({ email });
  for (const search of [reference.toLowerCase(), member.refId, email.toUpperCase(), member.email]) {
    expect((await found(search)).id).toBe(id);
  }
  expect((await found("verma")).member?.name).toBe("Asha Verma");
  expect(await found("SR-22222222")).toBeUndefined();
});

test("a signed-in member's message is marked as their own, and their other messages are listed beside it", async () => {
  const first = await written();
  const client = await signedIn(app, member);
  const body = { refId: member.refId, number: "", email: "", supportMessage: "It works again" };
  const { reference } = (await client.call(createOwnSupportRecord, { body })).body.data;
  const own = await found(reference);
  expect({ first: first.isSignedIn, own: own.isSignedIn }).toEqual({ first: false, own: true });
  expect((await detail(own.id)).others).toMatchObject([{ id: first.id, status: "open" }]);
});

test("what waits longest comes first", async () => {
  const first = await written();
  app.time.advance(minute);
  const second = await written();
  const ids = await idsIn("open");
  expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id));
  const all = await idsIn("all");
  expect(all.indexOf(second.id)).toBeLessThan(all.indexOf(first.id));
  const { counts } = await inbox("open");
  expect(counts.open).toBe(ids.length);
});
