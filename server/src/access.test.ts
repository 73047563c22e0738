import { idempotencyHeader, type Route } from "@fc/contract/route";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routesOf } from "./app.ts";
import { day } from "./platform/clock.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "./testing/test-app.ts";

/**
 * Who may call what, written down once more by hand: the walk below fails for a route that is not
 * here. "own" has the caller's id in its path or body, so another member's must answer 404.
 */
const expectations: Record<string, "anyone" | "member" | "own"> = {
  "POST /login": "anyone",
  "POST /login/passkey/challenge": "anyone",
  "POST /login/passkey": "anyone",
  "POST /logout": "member",
  "GET /session": "member",
  "PUT /session/language": "member",
  "POST /auth/sendMailUserIdPassword": "anyone",
  "POST /user/otp/send/:userId": "own",
  "GET /user/otp/verify/:userId/:otp": "own",
  "POST /user/otp/sign": "own",
  "GET /user/otp/outcome/:userId/:key": "own",
  "POST /user/changePassword": "own",
  "GET /user/getSessions/:userId": "own",
  "POST /user/sessions/signOut": "own",
  "POST /user/sessions/signOutOthers": "own",
  "GET /user/getSecurityEvents/:userId": "own",
  "GET /user/getAuthenticator/:userId": "own",
  "POST /user/authenticator/start": "own",
  "POST /user/authenticator/finish": "own",
  "POST /user/authenticator/cancel": "own",
  "POST /user/authenticator/turnOff": "own",
  "POST /user/authenticator/recoveryCodes": "own",
  "POST /user/authenticator/verify": "own",
  "GET /user/getPasskeys/:userId": "own",
  "POST /user/passkeys/add": "own",
  "POST /user/passkeys/finish": "own",
  "POST /user/passkeys/end": "own",
  "POST /user/passkeys/confirmByPasskey": "own",
  "POST /user/passkeys/confirmByMail": "own",
  "GET /user/getById/:userId": "own",
  "POST /user/updateUser": "own",
  "GET /user/getFreeCoinAddress/:userId": "own",
  "POST /user/freeCoinAddress/create": "own",
  "PUT /user/editFreeCoinAddress/:address": "own",
  "GET /user/coinAddressOwnership/:userId": "own",
  "POST /user/coinAddressOwnership": "own",
  "GET /user/getAllFmdcs": "member",
  "POST /user/createFmdc": "own",
  "GET /user/getMailPhrase/:userId": "own",
  "POST /user/setMailPhrase": "own",
  "GET /user/getBankDetails/:userId": "own",
  "POST /user/bankDetails/update": "own",
  "GET /user/getIfsc/:ifscCode": "member",
  "GET /user/getPanRecord/for/:userId": "own",
  "GET /user/getKyc/:userId": "own",
  "POST /user/panRecord/create": "own",
  "GET /user/getEmail/:userId": "own",
  "POST /user/email/prove": "own",
  "POST /user/email/change": "own",
  "GET /anchors": "anyone",
  "GET /anchors/csv": "anyone",
  "POST /anchors/subscribe": "anyone",
  "POST /anchors/confirm/:token": "anyone",
  "GET /unsubscribe/:token": "anyone",
  "POST /unsubscribe/:token": "anyone",
  "POST /unsubscribe/:token/undo": "anyone",
  "GET /not-me/:token": "anyone",
  "POST /not-me/:token": "anyone",
  "POST /user/supportRecord/create": "anyone",
  "POST /user/supportRecord/createByUser": "member",
  "POST /user/supportRecord/writeAgain": "own",
  "GET /user/getSupportMessages/:userId": "own",
  "GET /user/getSupportMessage/:userId/:reference": "own",
  "GET /faq": "anyone",
  "GET /pauses": "anyone",
  "GET /documents": "anyone",
  "GET /documents/:kind/:version": "anyone",
  "GET /user/getAcceptances/:userId": "own",
  "POST /user/acceptDocuments": "own",
  "POST /user/myData": "own",
  "GET /user/getClosure/:userId": "own",
  "POST /user/closure/ask": "own",
  "POST /user/closure/takeBack": "own",
  "GET /user/getNotices/:userId": "own",
  "GET /user/getNotifications/:userId": "own",
  "GET /user/getUnreadNotifications/:userId": "own",
  "POST /user/notifications/read": "own",
  "POST /user/notifications/readAll": "own",
  "GET /user/getNotificationChoices/:userId": "own",
  "POST /user/notifications/choose": "own",
  "POST /user/notifications/subscribe": "own",
  "POST /user/notifications/unsubscribe": "own",
  "GET /user/getByRefId/:refId": "anyone",
  "GET /user/getPreferredSide/:refId": "anyone",
  "GET /user/getLinkPreference/:userId": "own",
  "POST /user/linkPreference": "own",
  "POST /user/save": "anyone",
  "POST /user/demo4": "anyone",
  "POST /user/correctRegistration": "anyone",
  "POST /user/resendWelcome": "anyone",
  "GET /user/getDirectReferrals/:userId": "own",
  "GET /user/getTeam/:userId": "own",
  "GET /user/getTeam/:userId/csv": "own",
  "GET /user/getDirectReferrals/:userId/csv": "own",
  "GET /userCharts/:userId": "own",
  "GET /userCharts/:userId/path/:refId": "own",
  "GET /userCharts/:userId/search": "own",
  "GET /user/wallet/:userId": "own",
  "GET /user/totalStacking/:userId": "own",
  "GET /user/getStackingRequirement/:userId": "own",
  "GET /user/getStackingRequirementMessage/:userId": "own",
  "GET /user/getDeductionAmount/:userId": "own",
  "GET /user/getUserStackingDate/:userId": "own",
  "GET /user/getWalletSettings/:userId": "own",
  "GET /user/getWithdrawState/:userId": "own",
  "POST /user/withdrawRequest/create": "own",
  "POST /user/withdrawRequest/cancel": "own",
  "POST /user/internalTransfer": "own",
  "POST /user/getWithdrawRequests": "own",
  "GET /user/getWithdrawRequests/:userId/csv": "own",
  "GET /user/getReceipt/:userId/:reference": "own",
  "GET /user/getReceipt/:userId/:reference/pdf": "own",
  "GET /user/checkUser/:receiverRefId": "member",
  "POST /user/transferWallet": "own",
  "POST /user/stackingTopup": "own",
  "GET /user/getTransferWalletReport/:userId": "own",
  "GET /user/getTransferWalletReport/:userId/csv": "own",
  "GET /user/getEarningReport/:userId": "own",
  "GET /user/getEarningReport/:userId/csv": "own",
  "GET /user/getOffersReport/:userId": "own",
  "GET /user/getOffersReport/:userId/csv": "own",
  "GET /user/getStackingWalletReport/:userId": "own",
  "GET /user/getStackingWalletReport/:userId/csv": "own",
  "GET /user/getWalletReport/:userId": "own",
  "GET /user/getWalletReport/:userId/csv": "own",
  "GET /user/getActivity/:userId": "own",
  "GET /user/getActivity/:userId/csv": "own",
  "GET /user/getActivitySums/:userId": "own",
  "GET /user/getBalanceHistory/:userId": "own",
  "GET /user/getTaxYears/:userId": "own",
  "GET /user/getTaxCertificate/:userId/:year": "own",
  "GET /user/getStatement/:userId": "own",
  "GET /user/getCreditReason/:userId/:transID": "own",
  "GET /user/getDashboard/:userId": "own",
  "GET /user/getReturnOnStacking/:userId": "own",
  "GET /user/getPlan": "member",
  "GET /user/getPlanVersions/:userId": "own",
  "GET /plan/document": "anyone",
  "POST /browserErrors": "anyone",
  "GET /user/getTransparency/:userId": "own",
  "GET /liabilities": "anyone",
  "GET /liabilities/:day/list": "anyone",
  "GET /user/getLiabilityProof/:userId/:day": "own",
  "GET /user/getTonight/:userId": "own",
  "GET /user/getTonightWith/:userId": "own",
  "GET /user/getCoverage": "member",
  "GET /user/getCoverage/csv": "member",
  "GET /user/getReserves/csv": "member",
  "GET /user/coinTodayPrice": "member",
  "GET /user/coinToInr/:amount": "member",
  "GET /user/coinToUsd/:amount": "member",
  "GET /user/usdToCoin/:amount": "member",
  "POST /user/proofImage/:userId/:folder": "own",
  "POST /user/proofImage/finish": "own",
  "GET /user/getProofImage/:userId/:id": "own",
  "GET /user/proofImage/:id": "anyone",
  "POST /user/topupRequest/create": "own",
  "GET /user/topupRequest": "member",
  "POST /user/topupRequest/cancel": "own",
  "POST /user/stake/undo": "own",
  "GET /user/getStakeUndoing/:userId/:id": "own",
  "POST /user/topupRequestById": "own",
  "GET /user/getTopupRequests/:userId": "own",
  "GET /user/getTopupRequests/:userId/csv": "own",
  "GET /user/getStackingInvestment/:userId": "own",
  "GET /user/getStackingInvestment/:userId/csv": "own",
  "GET /user/getPaymentDetails": "member",
};

const credential = { id: "AA", rawId: "AA", type: "public-key" };

/** A body that passes the schema, where the id in it is what is tried. */
const bodies: Record<string, (member: TestMember) => Record<string, unknown>> = {
  "POST /user/otp/send/:userId": ({ id }) => ({
    purpose: "change-password",
    change: { userId: id, oldPassword: "a", newPassword: "b" },
  }),
  "POST /user/proofImage/finish": ({ id }) => ({
    userId: id,
    folder: "stacking-verification-images",
    uploadId: "0",
  }),
  "POST /user/topupRequest/create": ({ id, refId }) => ({
    userId: id,
    refId,
    amount: 15,
    proofImageUrl: "/none",
  }),
  "POST /user/stake/undo": ({ id }) => ({ userId: id, stakeId: 1 }),
  "POST /user/topupRequest/cancel": ({ id }) => ({ userId: id, reference: "ST-22222222" }),
  "POST /user/topupRequestById": ({ id }) => ({ userId: id }),
  "POST /user/withdrawRequest/create": ({ id }) => ({ userId: id, amount: 1, currencyType: "coin" }),
  "POST /user/withdrawRequest/cancel": ({ id }) => ({ userId: id, reference: "WD-22222222" }),
  "POST /user/internalTransfer": ({ id, refId }) => ({
    userId: id,
    refId,
    amount: 1,
    currencyType: "internal transfer",
  }),
  "POST /user/getWithdrawRequests": ({ id }) => ({ userId: id }),
  "POST /user/transferWallet": ({ refId }) => ({ fromRefId: refId, toRefId: "FCNOBODY2", amount: 1 }),
  "POST /user/stackingTopup": ({ id, refId }) => ({ userId: id, refId, amount: 15 }),
  "POST /user/sessions/signOut": ({ id }) => ({
    userId: id,
    sessionId: "00000000-0000-4000-8000-000000000000",
  }),
  "POST /user/sessions/signOutOthers": ({ id }) => ({ userId: id }),
  "POST /user/myData": ({ id }) => ({ userId: id }),
  "POST /user/closure/ask": ({ id }) => ({ userId: id, leftFc: 0, lockedFc: 0 }),
  "POST /user/closure/takeBack": ({ id }) => ({ userId: id }),
  "POST /user/acceptDocuments": ({ id }) => ({ userId: id, versions: [{ kind: "terms", version: 1 }] }),
  "POST /user/notifications/read": ({ id }) => ({ userId: id, id: "n1" }),
  "POST /user/notifications/readAll": ({ id }) => ({ userId: id, upTo: "2026-11-15T06:30:00.000Z" }),
  "POST /user/linkPreference": ({ id }) => ({ userId: id, preference: "members" }),
  "POST /user/notifications/choose": ({ id }) => ({ userId: id, topic: "team", channel: "push", isOn: true }),
  "POST /user/notifications/subscribe": ({ id }) => ({
    userId: id,
    endpoint: "https://fcm.googleapis.com/none",
    p256dh: "A".repeat(87),
    auth: "A".repeat(22),
  }),
  "POST /user/notifications/unsubscribe": ({ id }) => ({ userId: id }),
  "POST /user/authenticator/start": ({ id }) => ({ userId: id }),
  "POST /user/authenticator/finish": ({ id }) => ({ userId: id, code: "000000" }),
  "POST /user/authenticator/cancel": ({ id }) => ({ userId: id }),
  "POST /user/authenticator/turnOff": ({ id }) => ({ userId: id }),
  "POST /user/authenticator/recoveryCodes": ({ id }) => ({ userId: id }),
  "POST /user/authenticator/verify": ({ id }) => ({ userId: id, purpose: "withdraw", code: "000000" }),
  "POST /user/otp/sign": ({ id }) => ({
    userId: id,
    grant: "00000000-0000-4000-8000-000000000000",
    answer: { ...credential, response: { authenticatorData: "AA", clientDataJSON: "AA", signature: "AA" } },
  }),
  "POST /user/passkeys/add": ({ id }) => ({ userId: id, name: "Phone" }),
  "POST /user/passkeys/finish": ({ id }) => ({
    userId: id,
    passkey: { ...credential, response: { attestationObject: "AA", clientDataJSON: "AA" } },
  }),
  "POST /user/passkeys/end": ({ id }) => ({
    userId: id,
    passkeyId: "00000000-0000-4000-8000-000000000000",
  }),
  "POST /user/passkeys/confirmByPasskey": ({ id }) => ({ userId: id }),
  "POST /user/passkeys/confirmByMail": ({ id }) => ({ userId: id }),
  "POST /user/changePassword": ({ id }) => ({ userId: id, oldPassword: "a", newPassword: "b" }),
  "POST /user/freeCoinAddress/create": ({ id }) => ({ userId: id, freeCoinAddress: "0x1" }),
  "POST /user/coinAddressOwnership": ({ id }) => ({ userId: id, signature: "0x1234" }),
  "PUT /user/editFreeCoinAddress/:address": ({ id }) => ({ userId: id, freeCoinAddress: "0x1" }),
  "POST /user/setMailPhrase": ({ id }) => ({ userId: id, phrase: "Blue kite" }),
  "POST /user/createFmdc": ({ refId }) => ({ refId, token: "0x1" }),
  "POST /user/bankDetails/update": ({ id }) => ({
    userId: id,
    accountNumber: "123456789",
    ifscCode: "HDFC0000001",
    branch: "a",
    bankName: "b",
  }),
  "POST /user/panRecord/create": ({ id, name }) => ({
    userId: id,
    nameInPan: name,
    panNumber: "ABCPE1234F",
    panImageUrl: "/none",
  }),
  "POST /user/supportRecord/writeAgain": ({ id }) => ({
    userId: id,
    reference: "SR-22222222",
    supportMessage: "Hello?",
  }),
  "POST /user/email/prove": ({ id }) => ({ userId: id, newEmail: "new@example.com" }),
  "POST /user/email/change": ({ id }) => ({ userId: id, newEmail: "new@example.com" }),
  "POST /user/updateUser": ({ id, name }) => ({
    id,
    name,
    gender: "M",
    mobileNumber: "+919876543210",
    dob: null,
    nominee: "",
    relation: "",
    address: "",
    city: "",
    pin: "",
    country: "IN",
  }),
};

let app: TestApp;
let mine: TestMember;
let theirs: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  mine = await app.addMember();
  theirs = await app.addMember();
});
afterAll(() => app.stop());

/** Those of the console are walked in features/operators/operator-access.test.ts. */
/** What a route requires behind its path. */
const queries: Record<string, string> = {
  "GET /userCharts/:userId/search": "?text=Asha",
  "GET /user/getTonightWith/:userId": "?usd=150",
};

const routes = routesOf({} as never)
  .map(({ route }) => route)
  .filter(({ path }) => !path.startsWith("/console/"));
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

function send(client: TestClient, route: Route, member: TestMember) {
  const path = route.path
    .replace(":userId", String(member.id))
    .replace(":key", "one-key-for-all-of-them")
    .replace(":day", "2026-02-03")
    .replace(/:\w+/g, "000000");
  const body = bodies[nameOf(route)]?.(member) ?? (route.method === "GET" ? undefined : {});
  const query = queries[nameOf(route)] ?? "";
  return client.send(route.method, `/api${path}${query}`, body, {
    [idempotencyHeader]: "one-key-for-all-of-them",
  });
}

test("every registered route has an expectation, and every expectation a route", () => {
  expect(routes.map(nameOf).toSorted()).toEqual(Object.keys(expectations).toSorted());
});

const expected = (...kinds: string[]) =>
  routes.filter((r) => kinds.includes(expectations[nameOf(r)] ?? "")).map((r) => [nameOf(r), r] as const);

test.each(expected("anyone"))("%s is open to anonymous visitors", async (_, route) => {
  expect((await send(new TestClient(app), route, mine)).status).not.toBe(401);
});

describe.each(expected("member", "own"))("%s is closed", (_, route) => {
  test("for anonymous visitors", async () => {
    const { status, body } = await send(new TestClient(app), route, mine);
    expect({ status, code: body.code }).toEqual({ status: 401, code: "NOT_SIGNED_IN" });
  });

  test("for a token without its cookie", async () => {
    const client = await signedIn(app, mine);
    client.cookies.clear();
    expect((await send(client, route, mine)).status).toBe(401);
  });

  test("for an expired session", async () => {
    const client = await signedIn(app, mine);
    app.time.advance(4 * day);
    expect((await send(client, route, mine)).status).toBe(401);
  });
});

test.each(expected("own"))("%s answers 404 to another member", async (_, route) => {
  const client = await signedIn(app, mine);
  expect((await send(client, route, theirs)).status).toBe(404);
});
