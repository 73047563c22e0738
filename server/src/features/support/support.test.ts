import { createOwnSupportRecord, createSupportRecord } from "@fc/contract/support/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedIn, startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

const message = { number: "9876543210", email: "somebody@example.com", supportMessage: "I cannot sign in" };

test("a message from the login page is stored under a reference that is shown and mailed to the member", async () => {
  const member = await app.addMember();
  const answer = await new TestClient(app).call(createSupportRecord, {
    body: { ...message, refId: member.refId },
  });
  expect(answer).toMatchObject({ status: 200, body: { message: "Support message sent" } });
  const { reference } = answer.body.data;
  expect(reference).toMatch(/^SR-[2-9A-Z]{8}$/);
  const stored = await app.db
    .selectFrom("support_records")
    .selectAll()
    .where("reference", "=", reference)
    .executeTakeFirst();
  expect(stored).toMatchObject({ ref_id: member.refId, member_id: null, message: "I cannot sign in" });
  expect((await app.mailsTo(member.email))[0]?.subject).toContain(reference);
});

test("what a stranger types as e-mail address is never mailed to", async () => {
  const member = await app.addMember();
  await new TestClient(app).call(createSupportRecord, {
    body: { ...message, email: "victim@example.com", refId: member.refId },
  });
  expect(await app.mailsTo("victim@example.com")).toEqual([]);
});

test("an unknown user id gets a reference as well, so the answer reveals nothing", async () => {
  const answer = await new TestClient(app).call(createSupportRecord, {
    body: { ...message, refId: "FCNOBODY" },
  });
  expect(answer.body.data.reference).toMatch(/^SR-/);
});

test("a signed-in member's message carries who they are", async () => {
  const member = await app.addMember();
  const client = await signedIn(app, member);
  const answer = await client.call(createOwnSupportRecord, { body: { ...message, refId: member.refId } });
  const stored = await app.db
    .selectFrom("support_records")
    .select("member_id")
    .where("reference", "=", answer.body.data.reference)
    .executeTakeFirst();
  expect(stored?.member_id).toBe(member.id);
});

test("a signed-in member cannot write in another's name", async () => {
  const [mine, theirs] = [await app.addMember(), await app.addMember()];
  const client = await signedIn(app, mine);
  expect(
    (await client.call(createOwnSupportRecord, { body: { ...message, refId: theirs.refId } })).status,
  ).toBe(404);
});

test.each([
  ["message", { supportMessage: "  " }],
  ["user id", { refId: "" }],
])("a missing %s is refused in the specification's words", async (_, missing) => {
  const body = { ...message, refId: "FCANY", ...missing };
  const answer = await new TestClient(app).call(createSupportRecord, { body });
  expect(answer.status).toBe(400);
  expect(Object.values(answer.body.fields)).toEqual(["Please enter message/id"]);
});

test("nobody can flood a member with support mails, nor silence the member by it", async () => {
  const member = await app.addMember();
  for (let i = 0; i < 8; i++) {
    await new TestClient(app, `198.51.100.${i}`).call(createSupportRecord, {
      body: { ...message, refId: member.refId },
    });
  }
  expect(await app.mailsTo(member.email)).toHaveLength(5);
  const own = await signedIn(app, member);
  expect((await own.call(createOwnSupportRecord, { body: { ...message, refId: member.refId } })).status).toBe(
    200,
  );
});
