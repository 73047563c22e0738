import * as contract from "@fc/contract/notices/console";
import { notices } from "@fc/contract/notices/portal";
import type { BodyOf } from "@fc/contract/route";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { after, day, hour } from "../../platform/clock.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let member: TestMember;
let client: TestClient;
let support: TestClient;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());
beforeEach(async () => {
  member = await app.addMember({ name: "Asha Verma" });
  client = await signedIn(app, member);
  support = await operatorSignedIn(app, "support");
});

let written = 0;
type Content = BodyOf<typeof contract.writeNotice>;
const content = (details: Partial<Content> = {}): Content => ({
  message: `Notice ${++written}`,
  refIds: null,
  startsAt: null,
  endsAt: null,
  ...details,
});
const write = (body: Content, operator = support) => operator.call(contract.writeNotice, { body });
const later = (ms: number) => after(app.time.now, ms).toISOString();
async function board(reader = client, { id }: TestMember = member): Promise<string[]> {
  const { body } = await reader.call(notices, { params: { userId: id } });
  return [...body.general, ...body.personal].map(({ message }: { message: string }) => message);
}
async function listed(message: string): Promise<contract.WrittenNotice> {
  const { body } = await support.call(contract.consoleNotices, { query: { search: message, size: 100 } });
  return body.data.find((notice: contract.WrittenNotice) => notice.message === message);
}

test("a notice to all is on every board at once, and in the log", async () => {
  const body = content();
  expect((await write(body)).status).toBe(200);
  expect(await board()).toContain(body.message);
  expect(await listed(body.message)).toMatchObject({
    state: "live",
    readers: null,
    writtenBy: "The support",
  });
  const line = await app.db
    .selectFrom("operator_log")
    .select(["action", "details"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  expect(line).toMatchObject({ action: "notice/write", details: { to: "all", message: body.message } });
});

test("a notice to chosen members is on theirs alone; a user id may be typed carelessly", async () => {
  const other = await app.addMember();
  const body = content({ refIds: [` ${member.refId.toLowerCase()}`, member.refId] });
  expect((await write(body)).status).toBe(200);
  expect(await board()).toContain(body.message);
  expect(await board(await signedIn(app, other), other)).not.toContain(body.message);
  expect((await listed(body.message)).readers).toEqual([{ refId: member.refId, name: "Asha Verma" }]);
});

test("user ids are shown with their names before sending, and one that is nobody's is refused", async () => {
  const refIds = [member.refId, "FCNOBODY"];
  const { body } = await support.call(contract.noticeReaders, { body: { refIds } });
  expect(body.data).toEqual([
    { refId: member.refId, name: "Asha Verma" },
    { refId: "FCNOBODY", name: null },
  ]);
  const refused = await write(content({ refIds }));
  expect(refused.body.fields.refIds).toBe("There is no member with the user ID FCNOBODY");
});

test("a scheduled notice appears at its time, is as old as that, and goes at its end", async () => {
  const startsAt = later(hour);
  const body = content({ startsAt, endsAt: later(3 * hour) });
  await write(body);
  expect(await board()).not.toContain(body.message);
  expect((await listed(body.message)).state).toBe("scheduled");
  app.time.advance(hour);
  const { general } = (await client.call(notices, { params: { userId: member.id } })).body;
  expect(general[0]).toMatchObject({ message: body.message, createdAt: startsAt });
  app.time.advance(2 * hour);
  client = await signedIn(app, member);
  support = await operatorSignedIn(app, "support");
  expect(await board()).not.toContain(body.message);
  expect((await listed(body.message)).state).toBe("past");
});

test("a withdrawn notice is off the boards, and cannot be changed any more", async () => {
  const body = content();
  const { id } = (await write(body)).body.data;
  const withdraw = () => support.call(contract.withdrawNotice, { params: { id }, body: { version: 1 } });
  expect((await withdraw()).status).toBe(200);
  expect(await board()).not.toContain(body.message);
  expect((await listed(body.message)).state).toBe("withdrawn");
  expect((await withdraw()).body).toMatchObject({ code: "DECIDED_ALREADY", fields: { by: "The support" } });
  const change = await support.call(contract.changeNotice, { params: { id }, body: { ...body, version: 2 } });
  expect(change.body.code).toBe("DECIDED_ALREADY");
});

test("of operators who change a notice at once one does, and the others get an error that says who and when", async () => {
  const { id } = (await write(content({ startsAt: later(day) }))).body.data;
  const others = await Promise.all(Array.from({ length: 4 }, () => operatorSignedIn(app, "admin")));
  const answers = await Promise.all(
    [support, ...others].map((operator) => {
      const body = { ...content({ startsAt: later(day) }), version: 1 };
      return operator.call(contract.changeNotice, { params: { id }, body });
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body).toMatchObject({ code: "DECIDED_ALREADY", fields: { at: app.time.now.toISOString() } });
  }
});

test("a live notice can be reworded and ended, but not begun at another time", async () => {
  const first = content();
  const { id } = (await write(first)).body.data;
  const { startsAt } = await listed(first.message);
  app.time.advance(hour / 2);
  const change = (details: Partial<Content>, version: number) =>
    support.call(contract.changeNotice, { params: { id }, body: { ...content(details), version } });
  expect((await change({ startsAt: later(hour) }, 1)).body.fields).toEqual({
    startsAt: "It has begun already",
  });
  expect((await change({ startsAt, endsAt: later(-1) }, 1)).body.fields).toEqual({
    endsAt: "Please choose a moment to come",
  });
  const reworded = content({ startsAt, refIds: [member.refId], endsAt: later(hour) });
  const body = { ...reworded, version: 1 };
  expect((await support.call(contract.changeNotice, { params: { id }, body })).status).toBe(200);
  expect(await board()).toContain(reworded.message);
  expect(await board()).not.toContain(first.message);
});

test.each([
  ["begins in the past", () => ({ startsAt: later(-1) }), "startsAt"],
  ["ends before it begins", () => ({ startsAt: later(day), endsAt: later(hour) }), "endsAt"],
  ["says nothing", () => ({ message: "  " }), "message"],
  ["is for nobody", () => ({ refIds: [] }), "refIds"],
  ["begins at no moment", () => ({ startsAt: "soon" }), "startsAt"],
] as const)("a notice that %s is refused", async (_, details, field) => {
  const { status, body } = await write(content(details()));
  expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 400, fields: [field] });
});
