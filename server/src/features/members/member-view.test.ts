import { logout } from "@fc/contract/login/portal";
import { session } from "@fc/contract/login/session";
import { openMemberView } from "@fc/contract/members/console-actions";
import { changeOperator, operatorLog, operatorLogout, operatorSession } from "@fc/contract/operators/console";
import { receipt, receiptPdf } from "@fc/contract/receipts/portal";
import { referenceOf } from "@fc/contract/receipts/reference";
import { idempotencyHeader } from "@fc/contract/route";
import { memberEvents, signedInSessions } from "@fc/contract/security/portal";
import { resumableUploadPath } from "@fc/contract/uploads/portal";
import { withdrawReport, withdrawState } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routesOf } from "../../app.ts";
import { minute } from "../../platform/clock.ts";
import { giveIdentity } from "../../testing/identity.ts";
import { longAgo, setPrice } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { bytesOf, textOfPdf } from "../../testing/pdf-text.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { addWithdrawer, coinAddress, withdrawCoins } from "../../testing/withdrawals.ts";

let app: TestApp;
let support: TestClient;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  support = await operatorSignedIn(app, "support");
  member = await app.addMember({ name: "Viewed Member" });
});
afterAll(() => app.stop());

/** The operator's browser, in the tab that shows the portal. */
async function viewing(operator: TestClient, { refId } = member): Promise<TestClient> {
  const { body, status } = await operator.call(openMemberView, { params: { refId } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const tab = new TestClient(app);
  for (const [name, value] of operator.cookies) tab.cookies.set(name, value);
  tab.token = body.data.token;
  return tab;
}

/** A second list by hand: GETs that a member view is refused, and other methods that it may call. */
const refusedGets = new Set([
  "GET /user/otp/outcome/:userId/:key",
  "GET /user/otp/verify/:userId/:otp",
  "GET /user/getBankDetails/:userId",
  "GET /user/getPanRecord/for/:userId",
  "GET /user/getProofImage/:userId/:id",
  "GET /user/getFreeCoinAddress/:userId",
  "GET /user/coinAddressOwnership/:userId",
  // A certificate names the whole PAN.
  "GET /user/getTaxCertificate/:userId/:year",
  "GET /user/getAllFmdcs",
]);
const readingPosts = new Set(["POST /user/getWithdrawRequests", "POST /user/topupRequestById"]);
const routes = routesOf({} as never)
  .map(({ route }) => route)
  .filter(({ path }) => !path.startsWith("/console/") && path !== logout.path);

test("a member view reads what the member reads, and the server refuses everything else", async () => {
  const tab = await viewing(support);
  const outcome = new Map<string, boolean>();
  for (const route of routes) {
    const path = route.path.replace(":userId", String(member.id)).replace(/:\w+/g, "000000");
    const body = route.method === "GET" ? undefined : { userId: member.id };
    const { body: answer } = await tab.send(route.method, `/api${path}`, body, {
      [idempotencyHeader]: "one-key-for-all-of-them",
    });
    const isRefused = ["MEMBER_VIEW_IS_READ_ONLY", "KYC_NOT_IN_MEMBER_VIEW"].includes(answer?.code);
    outcome.set(`${route.method} ${route.path}`, isRefused);
  }
  const names = [...outcome.keys()];
  const expected = names.filter(
    (name) => refusedGets.has(name) || (!name.startsWith("GET ") && !readingPosts.has(name)),
  );
  expect(names.filter((name) => outcome.get(name))).toEqual(expected);
  expect(expected.length).toBeGreaterThan(30);
  const upload = await tab.send("POST", `/api${resumableUploadPath}`, "", { "upload-length": "10" });
  expect(upload.body.code).toBe("MEMBER_VIEW_IS_READ_ONLY");
});

test("a member view shows a coin address only shortened, whatever it reads", async () => {
  await setPrice(app.db, 1000, longAgo(app.time.now));
  const withdrawer = await addWithdrawer(app, { staking: 8_000_000 });
  const id = await withdrawCoins(app, await signedIn(app, withdrawer), withdrawer, 6_000_000);
  const tab = await viewing(support, withdrawer);
  const shortened: string[] = [];
  for (const { method, path } of routes) {
    const filled = path
      .replace(":userId", String(withdrawer.id))
      .replace(":reference", referenceOf("withdrawal", id))
      .replace(/:\w+/g, "000000");
    const answer = await textOf(tab, method, filled, withdrawer);
    expect(answer.toLowerCase(), path).not.toContain(coinAddress.toLowerCase());
    if (answer.includes("0x529084…169EE7")) shortened.push(path);
  }
  expect(new Set(shortened)).toEqual(
    new Set([withdrawState, withdrawReport, receipt, receiptPdf].map(({ path }) => path)),
  );
});

test("a member view shows no account number, PAN or FMDC address, whatever it reads", async () => {
  const known = await app.addMember({ name: "Known Member" });
  const identity = await giveIdentity(app.deps, known, app.time.now);
  const tab = await viewing(support, known);
  for (const { method, path } of routes) {
    const filled = path.replace(":userId", String(known.id)).replace(/:\w+/g, "000000");
    const answer = (await textOf(tab, method, filled, known)).toLowerCase();
    for (const hidden of Object.values(identity)) expect(answer, path).not.toContain(hidden.toLowerCase());
  }
});

async function textOf(tab: TestClient, method: string, path: string, { id }: TestMember): Promise<string> {
  if (method !== "GET") return JSON.stringify((await tab.send(method, `/api${path}`, { userId: id })).body);
  const { type, bytes } = await bytesOf(app.url, tab, path);
  return type === "application/pdf"
    ? (await textOfPdf(bytes)).flat(2).join("")
    : new TextDecoder().decode(bytes);
}

test("a member view says until when it is open, and sees no other member", async () => {
  const tab = await viewing(support);
  const until = new Date(app.time.now.getTime() + 15 * minute).toISOString();
  expect((await tab.call(session, {})).body.data).toMatchObject({ id: member.id, lookUntil: until });
  const other = await app.addMember();
  expect((await tab.call(memberEvents, { params: { userId: other.id }, query: {} })).status).toBe(404);
  const own = await signedIn(app, member);
  expect((await own.call(session, {})).body.data.lookUntil).toBeNull();
});

test("a member view is in the log and on the member's Security page, and is not listed as a device", async () => {
  const viewed = await app.addMember();
  await viewing(support, viewed);
  const { data } = (await support.call(operatorLog, { query: { search: viewed.refId } })).body;
  expect(data).toMatchObject([{ action: "member/look", operator: "The support" }]);
  const own = await signedIn(app, viewed);
  const params = { userId: viewed.id };
  const events = (await own.call(memberEvents, { params, query: {} })).body.data;
  expect(events).toMatchObject([{ kind: "looked-as-member", by: "staff" }]);
  expect((await own.call(signedInSessions, { params })).body.data).toHaveLength(1);
});

test("a member view ends after a quarter of an hour, by leaving it, and with the operator's session", async () => {
  const late = await viewing(support);
  app.time.advance(16 * minute);
  expect((await late.call(session, {})).status).toBe(401);

  const left = await viewing(support);
  expect((await left.call(logout, {})).status).toBe(200);
  expect((await left.call(session, {})).status).toBe(401);
  expect((await support.call(operatorSession, {})).status).toBe(200);

  const leaver = await operatorSignedIn(app, "support");
  const open = await viewing(leaver);
  await leaver.call(operatorLogout, {});
  expect((await open.call(session, {})).status).toBe(401);
});

test("a member view ends at once for an operator whose role changes", async () => {
  const admin = await operatorSignedIn(app, "admin");
  const operator = await operatorSignedIn(app, "support");
  const { id } = (await operator.call(operatorSession, {})).body.data;
  const tab = await viewing(operator);
  const body = { role: { from: "support", to: "viewer" }, reason: "Moves to another team" } as const;
  await admin.call(changeOperator, { params: { id }, body });
  expect((await tab.call(session, {})).status).toBe(401);
});

test("the token of a member view does not work with a member's cookie, nor a member's token with its cookie", async () => {
  const tab = await viewing(support);
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

test("an operator cannot view the portal as a blocked member", async () => {
  const blocked = await app.addMember();
  await app.db.updateTable("members").set({ status: "blocked" }).where("id", "=", blocked.id).execute();
  const { body } = await support.call(openMemberView, { params: { refId: blocked.refId } });
  expect(body.code).toBe("MEMBER_BLOCKED");
});
