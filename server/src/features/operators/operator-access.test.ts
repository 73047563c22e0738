import { session } from "@fc/contract/login/session";
import { operatorRoles, type OperatorRole } from "@fc/contract/operator-access";
import { operatorSession } from "@fc/contract/operators/console";
import type { Route } from "@fc/contract/route";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routesOf } from "../../app.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { signedIn, startTestApp, TestClient, type TestApp } from "../../testing/test-app.ts";

const everybody = operatorRoles;
const finance = ["finance", "admin"] as const;
const support = ["support", "admin"] as const;
const investigators = ["support", "finance", "admin"] as const;

/** Who may call what, written down once more by hand: the walk below fails for a route that is not here. */
const expectations: Record<string, "anyone" | readonly OperatorRole[]> = {
  "POST /console/login": "anyone",
  "POST /console/invitation": "anyone",
  "POST /console/invitation/accept": "anyone",
  "POST /console/link": "anyone",
  "POST /console/link/open": "anyone",
  "GET /console/session": everybody,
  "POST /console/logout": everybody,
  "POST /console/secondStep/begin": everybody,
  "POST /console/secondStep/confirm": everybody,
  "POST /console/secondStep/pass": everybody,
  "POST /console/secondStep/skip": everybody,
  "GET /console/account": everybody,
  "POST /console/account/password": everybody,
  "POST /console/account/app/begin": everybody,
  "POST /console/account/app/confirm": everybody,
  "POST /console/account/recoveryCodes": everybody,
  "POST /console/account/sessions/end": everybody,
  "POST /console/account/sessions/endOthers": everybody,
  "GET /console/operators": everybody,
  "POST /console/operators": ["admin"],
  "POST /console/operators/:id": ["admin"],
  "GET /console/log": everybody,
  "GET /console/log/csv": everybody,
  "GET /console/today": everybody,
  "GET /console/queues": everybody,
  "GET /console/release": everybody,
  "POST /console/mails/test": support,
  "GET /console/stakingRequests": everybody,
  "GET /console/stakingRequests/csv": everybody,
  "GET /console/stakingRequests/:id": everybody,
  "POST /console/stakingRequests/:id/approve": finance,
  "POST /console/stakingRequests/:id/confirm": finance,
  "POST /console/stakingRequests/:id/reject": finance,
  "POST /console/stakingRequests/:id/releaseRefund": finance,
  "POST /console/stakingRequests/:id/settleShortfall": finance,
  "POST /console/stakingRequests/:id/undo": finance,
  "POST /console/members/:refId/unsignedAddress": finance,
  "GET /console/deposits": everybody,
  "GET /console/deposits/csv": everybody,
  "POST /console/deposits/:id/match": finance,
  "POST /console/deposits/:id/setAside": finance,
  "GET /console/bankAccounts": finance,
  "POST /console/bankAccounts": finance,
  "POST /console/bankAccounts/read": finance,
  "PUT /console/bankAccounts/:id/columns": finance,
  "POST /console/bankAccounts/:id/statements": finance,
  "GET /console/bankStatements": finance,
  "GET /console/bankStatements/:id/file": finance,
  "GET /console/bankLines": finance,
  "GET /console/bankLines/csv": finance,
  "GET /console/bankMatches": finance,
  "GET /console/stakingRequests/:id/bankLines": finance,
  "POST /console/bankLines/:id/match": finance,
  "POST /console/bankMatches/approve": finance,
  "POST /console/bankLines/:id/setAside": finance,
  "POST /console/bankLines/:id/bringBack": finance,
  "GET /console/coinComparisons": everybody,
  "POST /console/coinComparisons/compare": finance,
  "GET /console/documents": everybody,
  "PUT /console/documents/draft": ["admin"],
  "POST /console/documents/draft/discard": ["admin"],
  "POST /console/documents/draft/release": ["admin"],
  "GET /console/notices": everybody,
  "GET /console/notices/csv": everybody,
  "POST /console/notices": support,
  "POST /console/notices/readers": support,
  "POST /console/notices/:id": support,
  "POST /console/notices/:id/withdraw": support,
  "GET /console/bulkMails": everybody,
  "GET /console/bulkMails/csv": everybody,
  "POST /console/bulkMails": support,
  "POST /console/bulkMails/audience": support,
  "POST /console/bulkMails/preview": support,
  "GET /console/bulkMails/:id": everybody,
  "POST /console/bulkMails/:id": support,
  "POST /console/bulkMails/:id/test": support,
  "POST /console/bulkMails/:id/send": support,
  "POST /console/bulkMails/:id/steer": support,
  "GET /console/bulkMails/:id/results": everybody,
  "GET /console/bulkMails/:id/results/csv": everybody,
  "GET /console/prices": everybody,
  "GET /console/prices/csv": everybody,
  "GET /console/prices/curve": everybody,
  "POST /console/prices": finance,
  "POST /console/prices/:id/withdraw": finance,
  "GET /console/books/:book": everybody,
  "GET /console/books/:book/csv": everybody,
  "GET /console/monthEnd/zip": everybody,
  "GET /console/taxes/rules": everybody,
  "POST /console/taxes/rules": ["admin"],
  "POST /console/taxes/rules/:id/withdraw": ["admin"],
  "GET /console/taxes/remittances": everybody,
  "POST /console/taxes/remittances": finance,
  "POST /console/taxes/remittances/:id/reverse": finance,
  "GET /console/taxes/quarters/:year/:quarter": everybody,
  "GET /console/taxes/quarters/:year/:quarter/csv": finance,
  "GET /console/taxes/certificates/:refId/:year": finance,
  "GET /console/settings": everybody,
  "GET /console/settings/history": everybody,
  "POST /console/settings/:group": ["admin"],
  "GET /console/pauses": everybody,
  "GET /console/arrival": everybody,
  "POST /console/pauses/:what": investigators,
  "POST /console/pauses/:what/open": investigators,
  "GET /console/proposals": everybody,
  "POST /console/proposals/:id/confirm": finance,
  "POST /console/proposals/:id/refuse": finance,
  "GET /console/support": everybody,
  "GET /console/support/csv": support,
  "GET /console/support/:id": everybody,
  "POST /console/support/:id/reply": support,
  "POST /console/support/:id/note": support,
  "POST /console/support/:id/assign": support,
  "POST /console/support/:id/status": support,
  "GET /console/faq": everybody,
  "POST /console/faq": support,
  "POST /console/faq/order": support,
  "POST /console/faq/:id": support,
  "GET /console/cannedTexts": everybody,
  "POST /console/cannedTexts": ["support", "finance", "admin"],
  "POST /console/cannedTexts/:id": ["support", "finance", "admin"],
  "POST /console/cannedTexts/:id/remove": ["support", "finance", "admin"],
  "GET /console/find": everybody,
  "GET /console/receipts/:reference": everybody,
  "GET /console/members/:refId/history": everybody,
  "GET /console/members/:refId/timeline": everybody,
  "GET /console/members/:refId/credits/:transID": everybody,
  "GET /console/withdrawals": everybody,
  "GET /console/withdrawals/csv": everybody,
  "POST /console/withdrawals/takeToPay": finance,
  "GET /console/withdrawals/imports": finance,
  "GET /console/withdrawals/:id": everybody,
  "POST /console/withdrawals/:id/confirm": finance,
  "POST /console/withdrawals/:id/handOver": finance,
  "GET /console/payouts": everybody,
  "GET /console/payouts/csv": everybody,
  "GET /console/payouts/:id": everybody,
  "POST /console/payouts/:id/takeBack": finance,
  "POST /console/payouts/:id/giveUp": finance,
  "GET /console/hot-wallet": everybody,
  "GET /console/account/approval-keys": everybody,
  "POST /console/account/approval-keys/begin": finance,
  "POST /console/account/approval-keys": finance,
  "GET /console/payout-batch": finance,
  "POST /console/payout-batch/approve": finance,
  "GET /console/payout-rules": finance,
  "POST /console/payout-rules/draft": finance,
  "POST /console/payout-rules/stop": finance,
  "POST /console/payout-rules/trial": finance,
  "POST /console/hot-wallet/pause": finance,
  "POST /console/hot-wallet/release": finance,
  "POST /console/withdrawals/:id/startPaying": finance,
  "POST /console/withdrawals/:id/stopPaying": finance,
  "POST /console/withdrawals/:id/accept": finance,
  "POST /console/withdrawals/:id/correctTransaction": finance,
  "POST /console/withdrawals/:id/reject": finance,
  "POST /console/members/first": ["admin"],
  "POST /console/withdrawals/import": finance,
  "POST /console/withdrawals/import/check": finance,
  "GET /console/members": everybody,
  "GET /console/members/csv": support,
  "GET /console/members/:refId": everybody,
  "GET /console/members/:refId/statement": everybody,
  "GET /console/members/:refId/statement/csv": everybody,
  "POST /console/members/:refId/kyc": ["support", "finance", "admin"],
  "POST /console/members/:refId/block": ["support", "admin"],
  "POST /console/members/:refId/freeze": ["support", "admin"],
  "POST /console/members/:refId/unblock": ["support", "admin"],
  "POST /console/members/:refId/resetAccess": ["support", "admin"],
  "POST /console/members/:refId/look": ["support", "admin"],
  "POST /console/members/:refId/deductions": finance,
  "POST /console/deductions/:id/cancel": finance,
  "POST /console/members/:refId/adjustments": finance,
  "GET /console/adjustments": finance,
  "POST /console/adjustments/:id/confirm": finance,
  "POST /console/adjustments/:id/refuse": finance,
  "GET /console/corrections": support,
  "POST /console/members/:refId/emailCorrection": support,
  "POST /console/members/:refId/panCorrection": support,
  "POST /console/members/:refId/profileCorrection": support,
  "POST /console/corrections/:id/confirm": support,
  "POST /console/corrections/:id/refuse": support,
  "GET /console/kyc": support,
  "GET /console/kyc/csv": support,
  "POST /console/kyc/:id/open": support,
  "POST /console/kyc/:id/approve": support,
  "POST /console/kyc/:id/reject": support,
  "POST /console/kyc/:id/renew": support,
  "GET /console/signals": investigators,
  "GET /console/signals/csv": investigators,
  "GET /console/signals/highest": investigators,
  "GET /console/signals/:id": investigators,
  "POST /console/signals/:id/judge": investigators,
  "POST /console/signals/scores": investigators,
  "GET /console/members/:refId/signals": investigators,
  "POST /console/members/find": investigators,
  "GET /console/jobs": everybody,
  "GET /console/jobs/csv": everybody,
  "GET /console/jobs/counts": everybody,
  "POST /console/jobs/retry": support,
  "POST /console/jobs/:id/retry": support,
  "POST /console/jobs/:id/discard": support,
  "GET /console/closings": everybody,
  "GET /console/closings/csv": everybody,
  "GET /console/closings/progress": everybody,
  "GET /console/closings/dryRun": everybody,
  "POST /console/closings/dryRun": finance,
  "POST /console/closings/run": finance,
  "GET /console/ledger/accounts": everybody,
  "GET /console/ledger/entries": everybody,
  "GET /console/ledger/entries/csv": everybody,
  "GET /console/ledger/entries/:id": everybody,
  "GET /console/ledger/verifications": everybody,
  "POST /console/ledger/verifications": finance,
  "GET /console/ledger/fundings": everybody,
  "POST /console/ledger/fundings": finance,
  "POST /console/ledger/fundings/:id/confirm": finance,
  "POST /console/ledger/fundings/:id/reject": finance,
  "GET /console/reports/:report": everybody,
  "GET /console/reports/:report/csv": everybody,
  "GET /console/plan": everybody,
  "PUT /console/plan/draft": ["admin"],
  "POST /console/plan/draft/discard": ["admin"],
  "POST /console/plan/draft/dryRun": ["admin"],
  "POST /console/plan/draft/schedule": ["admin"],
  "POST /console/plan/:id/withdraw": ["admin"],
  "POST /console/plan/confirm": ["admin"],
};

let app: TestApp;
let member: TestClient;
/** A member's browser in which an operator is signed in too. */
let sharedMachine: TestClient;
const operators = new Map<OperatorRole, TestClient>();
beforeAll(async () => {
  app = await startTestApp();
  const owner = await app.addMember();
  [member, sharedMachine] = [await signedIn(app, owner), await signedIn(app, owner)];
  for (const role of operatorRoles) operators.set(role, await operatorSignedIn(app, role));
  sharedMachine.cookies.set("fc_operator", operators.get("admin")!.cookies.get("fc_operator")!);
});
afterAll(() => app.stop());

const routes = routesOf({} as never)
  .map(({ route }) => route)
  .filter(({ path }) => path.startsWith("/console/"));
const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const guarded = routes.flatMap((route) => {
  const roles = expectations[nameOf(route)];
  return Array.isArray(roles) ? [[nameOf(route), route, roles as readonly OperatorRole[]] as const] : [];
});

/** Sends no body, so a caller who is let in gets an error about it and nothing happens. */
function send(client: TestClient, route: Route) {
  const path = route.path.replace(/:\w+/g, "999999999");
  return client.send(route.method, `/api${path}`, route.method === "GET" ? undefined : {});
}

test("every route of the console has an expectation, and every expectation a route", () => {
  expect(routes.map(nameOf).toSorted()).toEqual(Object.keys(expectations).toSorted());
});

describe.each(guarded)("%s", (_, route, roles) => {
  test("is closed to visitors and to members, also on a machine where an operator is signed in", async () => {
    const visitor = await send(new TestClient(app), route);
    expect(visitor.body.code).toBe("NOT_SIGNED_IN");
    expect((await send(member, route)).body.code).toBe("NOT_SIGNED_IN");
    expect((await send(sharedMachine, route)).body.code).toBe("NOT_SIGNED_IN");
  });

  test("is for its roles and for no other", async () => {
    for (const role of operatorRoles) {
      // A route of the second step may end or change its session, so each of them is called in a session of its own.
      const operator = route.duringSecondStep ? await operatorSignedIn(app, role) : operators.get(role)!;
      const { status, body } = await send(operator, route);
      const isForRole = roles.includes(role);
      const isSignedOut = isForRole && status === 401 && body.code === "NOT_SIGNED_IN";
      const isRefused = body.code === "NOT_ALLOWED" && !route.duringSecondStep;
      expect({ role, isSignedOut, isRefused }).toEqual({ role, isSignedOut: false, isRefused: !isForRole });
    }
  });

  test("stays closed between the password and the second step, unless it is part of it", async () => {
    const { body } = await send(await operatorSignedIn(app, "admin", { secondStep: false }), route);
    expect(body.code === "SECOND_STEP_REQUIRED").toBe(route.duringSecondStep !== true);
  });
});

test("the members who were refused were signed in all the time, and so were the operators", async () => {
  for (const client of [member, sharedMachine]) expect((await client.call(session, {})).status).toBe(200);
  expect(sharedMachine.cookies.has("fc_operator")).toBe(true);
  for (const operator of operators.values()) {
    expect((await operator.call(operatorSession, {})).status).toBe(200);
  }
});

test("an operator's session opens nothing of the members", async () => {
  const operator = await operatorSignedIn(app, "admin");
  operator.cookies.set("fc_session", operator.cookies.get("fc_operator")!);
  expect((await operator.send("GET", "/api/session")).status).toBe(401);
});

test("a role that is taken away, and an operator who is disabled, count from the next call on", async () => {
  const operator = await operatorSignedIn(app, "admin");
  const { id } = (await operator.call(operatorSession, {})).body.data;
  const change = (to: object) => app.db.updateTable("operators").set(to).where("id", "=", id).execute();
  await change({ role: "viewer" });
  expect((await operator.send("POST", "/api/console/operators", {})).body.code).toBe("NOT_ALLOWED");
  await change({ status: "disabled" });
  expect((await operator.call(operatorSession, {})).status).toBe(401);
});
