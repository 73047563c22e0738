import { logout, session } from "@fc/contract/login/portal";
import { lookAsMember } from "@fc/contract/members/console-actions";
import { changeOperator, operatorLog, operatorLogout, operatorSession } from "@fc/contract/operators/console";
import { idempotencyHeader } from "@fc/contract/route";
import { memberEvents, signedInSessions } from "@fc/contract/security/portal";
import { resumableUploadPath } from "@fc/contract/uploads/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routesOf } from "../../app.ts";
import { minute } from "../../platform/clock.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let support: TestClient;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  support = await operatorSignedIn(app, "support");
  member = await app.addMember({ name: "Looked At" });
});
afterAll(() => app.stop());

/** The operator's browser, in the tab that shows the portal. */
async function looking(operator: TestClient, { refId } = member): Promise<TestClient> {
  const { body, status } = await operator.call(lookAsMember, { params: { refId } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const tab = new TestClient(app);
  for (const [name, value] of operator.cookies) tab.cookies.set(name, value);
  tab.token = body.data.token;
  return tab;
}

/** Written down once more by hand: what a look is refused, though it is a GET, and what it may, though it is none. */
const refusedGets = new Set([
  "GET /user/otp/verify/:userId/:otp",
  "GET /user/getBankDetails/:userId",
  "GET /user/getPanRecord/for/:userId",
  "GET /user/getProofImage/:userId/:id",
  "GET /user/getFreeCoinAddress/:userId",
  "GET /user/getAllFmdcs",
]);
const readingPosts = new Set(["POST /user/getWithdrawRequests", "POST /user/topupRequestById"]);
const routes = routesOf({} as never)
  .map(({ route }) => route)
  .filter(({ path }) => !path.startsWith("/console/") && path !== logout.path);

test("a look reads what the member reads, and is refused everything else by the server itself", async () => {
  const tab = await looking(support);
  const outcome = new Map<string, boolean>();
  for (const route of routes) {
    const path = route.path.replace(":userId", String(member.id)).replace(/:\w+/g, "000000");
    const body = route.method === "GET" ? undefined : { userId: member.id };
    const { body: answer } = await tab.send(route.method, `/api${path}`, body, {
      [idempotencyHeader]: "one-key-for-all-of-them",
    });
    const isRefused = ["LOOK_IS_READ_ONLY", "KYC_NOT_IN_LOOK"].includes(answer?.code);
    outcome.set(`${route.method} ${route.path}`, isRefused);
  }
  const names = [...outcome.keys()];
  const expected = names.filter(
    (name) => refusedGets.has(name) || (!name.startsWith("GET ") && !readingPosts.has(name)),
  );
  expect(names.filter((name) => outcome.get(name))).toEqual(expected);
  expect(expected.length).toBeGreaterThan(30);
  const upload = await tab.send("POST", `/api${resumableUploadPath}`, "", { "upload-length": "10" });
  expect(upload.body.code).toBe("LOOK_IS_READ_ONLY");
});

test("a look says that it is one and until when, and sees no other member", async () => {
  const tab = await looking(support);
  const until = new Date(app.time.now.getTime() + 15 * minute).toISOString();
  expect((await tab.call(session, {})).body.data).toMatchObject({ id: member.id, lookUntil: until });
  const other = await app.addMember();
  expect((await tab.call(memberEvents, { params: { userId: other.id }, query: {} })).status).toBe(404);
  const own = await signedIn(app, member);
  expect((await own.call(session, {})).body.data.lookUntil).toBeNull();
});

test("a look is in the log and on the member's Security page, and is no device of the member's", async () => {
  const looked = await app.addMember();
  await looking(support, looked);
  const { data } = (await support.call(operatorLog, { query: { search: looked.refId } })).body;
  expect(data).toMatchObject([{ action: "member/look", operator: "The support" }]);
  const own = await signedIn(app, looked);
  const params = { userId: looked.id };
  const events = (await own.call(memberEvents, { params, query: {} })).body.data;
  expect(events).toMatchObject([{ kind: "looked-as-member", by: "staff" }]);
  expect((await own.call(signedInSessions, { params })).body.data).toHaveLength(1);
});

test("a look ends after a quarter of an hour, by leaving it, and with the operator's session", async () => {
  const late = await looking(support);
  app.time.advance(16 * minute);
  expect((await late.call(session, {})).status).toBe(401);

  const left = await looking(support);
  expect((await left.call(logout, {})).status).toBe(200);
  expect((await left.call(session, {})).status).toBe(401);
  expect((await support.call(operatorSession, {})).status).toBe(200);

  const leaver = await operatorSignedIn(app, "support");
  const open = await looking(leaver);
  await leaver.call(operatorLogout, {});
  expect((await open.call(session, {})).status).toBe(401);
});

test("a look ends at once for an operator who has another role from now on", async () => {
  const admin = await operatorSignedIn(app, "admin");
  const operator = await operatorSignedIn(app, "support");
  const { id } = (await operator.call(operatorSession, {})).body.data;
  const tab = await looking(operator);
  await admin.call(changeOperator, { params: { id }, body: { role: { from: "support", to: "viewer" } } });
  expect((await tab.call(session, {})).status).toBe(401);
});

test("the token of a look is worth nothing with a member's cookie, nor a member's token with a look's", async () => {
  const tab = await looking(support);
  const own = await signedIn(app, member);
  const mixed = new TestClient(app);
  mixed.token = tab.token;
  mixed.cookies.set("fc_session", own.cookies.get("fc_session")!);
  expect((await mixed.call(session, {})).status).toBe(401);
  mixed.token = own.token;
  mixed.cookies.clear();
  mixed.cookies.set("fc_look", tab.cookies.get("fc_look")!);
  expect((await mixed.call(session, {})).status).toBe(401);
});

test("nobody looks as a blocked member, whose portal is closed", async () => {
  const blocked = await app.addMember();
  await app.db.updateTable("members").set({ status: "blocked" }).where("id", "=", blocked.id).execute();
  const { body } = await support.call(lookAsMember, { params: { refId: blocked.refId } });
  expect(body.code).toBe("MEMBER_BLOCKED");
});
