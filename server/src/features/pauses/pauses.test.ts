import { randomUUID } from "node:crypto";
import { session } from "@fc/contract/login/session";
import { consolePauses, openForMembers, pauseForMembers } from "@fc/contract/pauses/console";
import { pauseNames, type PauseName } from "@fc/contract/pauses/kinds";
import { pauses } from "@fc/contract/pauses/portal";
import { confirmProposal, consoleProposals } from "@fc/contract/proposals/console";
import { register } from "@fc/contract/registration/portal";
import { confirmRegistration } from "@fc/contract/registration/portal-later";
import { requestStake } from "@fc/contract/staking/portal";
import { sendOtp } from "@fc/contract/otp/portal";
import { operatorLog } from "@fc/contract/operators/console";
import { transferCoins } from "@fc/contract/transfer/portal";
import { requestWithdrawal, transferInternally } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { lockBalances } from "../../core/ledger/post.ts";
import { closeDay } from "../../core/plan/closing.ts";
import { hour, minute } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { coins, confirm, longAgo, setPrice, setSetting, walletsOf } from "../../testing/money.ts";
import { untilWaitedFor } from "../../testing/locks.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { fillPool } from "../../testing/plan/stakes.ts";
import { proofOf } from "../../testing/staking-requests.ts";
import { signedIn, startTestApp, TestClient, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { addWithdrawer } from "../../testing/withdrawals.ts";

let app: TestApp;
let support: TestClient;
let finance: TestClient;
let member: TestMember;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 15_000, longAgo(app.time.now));
  await setSetting(app.databaseUrl, "transfer", { minimumFc: 1, betweenMembers: true });
  await operatorSignedIn(app, "admin");
});
afterAll(() => stopWithBooksRight(app));
beforeEach(async () => {
  // The clock moves on from test to test, and ends their sessions.
  support = await operatorSignedIn(app, "support");
  finance = await operatorSignedIn(app, "finance");
  await openAlone(...pauseNames);
  member = await addWithdrawer(app, { staking: 20_000_000, transfer: 100_000 });
  client = await signedIn(app, member);
});

const reason = "Balances look wrong";
const pause = (what: PauseName, minutes = 60, by = support) =>
  by.call(pauseForMembers, { params: { what }, body: { because: "fault", minutes, reason } });
const open = (what: PauseName, by = support) =>
  by.call(openForMembers, { params: { what }, body: { reason: "They are right again" } });
const withdrawal = () => ({ userId: member.id, amount: 6_000_000, currencyType: "coin" as const });
const withdraw = (key: string) => client.call(requestWithdrawal, { body: withdrawal() }, key);
const confirmed = () => confirm(app, client, member, { purpose: "withdraw", change: withdrawal() });
/** By the settings that let one operator do it. */
async function openAlone(...names: PauseName[]): Promise<void> {
  await setSetting(app.databaseUrl, "pauses", { twoToOpen: false });
  for (const what of names) await open(what);
  await setSetting(app.databaseUrl, "pauses", {});
}
const refused = (what: PauseName) => ({
  status: 503,
  body: { code: "PAUSED", paused: { what, because: "fault", until: expect.any(String) } },
});

test("a pause says what, why and until when, also in Retry-After, and ends by itself", async () => {
  expect((await pause("withdrawals")).status).toBe(200);
  const until = new Date(app.time.now.getTime() + hour).toISOString();
  const shown = { what: "withdrawals", because: "fault", until };
  expect((await new TestClient(app).call(pauses, {})).body.data).toEqual([shown]);
  app.time.advance(20 * minute);
  const body = { purpose: "withdraw" as const, change: withdrawal() };
  const answer = await client.call(sendOtp, { params: { userId: member.id }, body });
  expect(answer).toMatchObject({ status: 503, body: { code: "PAUSED", paused: shown } });
  expect(answer.headers.get("retry-after")).toBe(String(40 * 60));
  expect(answer.body.retryAfterSeconds).toBe(40 * 60);
  app.time.advance(40 * minute);
  expect((await new TestClient(app).call(pauses, {})).body.data).toEqual([]);
  await confirmed();
  expect((await withdraw(randomUUID())).status).toBe(200);
});

test("a member who has the code keeps it: it is not spent while withdrawals are paused, and counts afterwards", async () => {
  await confirmed();
  const key = randomUUID();
  await pause("withdrawals", 5);
  expect(await withdraw(key)).toMatchObject(refused("withdrawals"));
  expect((await walletsOf(app.db, member)).staking).toBe(20_000_000);
  await setSetting(app.databaseUrl, "pauses", { twoToOpen: false });
  expect((await open("withdrawals")).body.data).toEqual({ isWaiting: false });
  expect((await withdraw(key)).status).toBe(200);
  expect((await walletsOf(app.db, member)).staking).toBe(14_000_000);
});

test("what was done before the pause is answered as done when it is sent again", async () => {
  await confirmed();
  const key = randomUUID();
  const first = await withdraw(key);
  await pause("withdrawals");
  expect((await withdraw(key)).body).toEqual(first.body);
});

test("each pause stops what it names and nothing else", async () => {
  const other = await app.addMember({ name: "Ravi Kumar" });
  const proofImageUrl = await proofOf({ member, client });
  const { refId, id: userId } = member;
  const stake = { userId, refId, amount: 150, proofImageUrl };
  const transfer = { fromRefId: refId, toRefId: other.refId, amount: 100 };
  const internal = { userId, refId, amount: 1000, currencyType: "internal transfer" as const };
  await confirm(app, client, member, { purpose: "staking", change: stake });
  await confirm(app, client, member, { purpose: "transfer", change: transfer });
  await confirm(app, client, member, { purpose: "internal-transfer", change: internal });
  const newcomer = (key = randomUUID()) =>
    new TestClient(app, "203.0.113.9").call(
      register,
      {
        body: {
          parentRefId: refId,
          name: "Meena Rao",
          gender: "F",
          mailId: `${randomUUID()}@example.com`,
          mobileNumber: "",
          isLeft: true,
          isRight: false,
        },
      },
      key,
    );
  const acts: Record<PauseName, (() => Promise<{ status: number }>)[]> = {
    registration: [newcomer],
    staking: [() => client.call(requestStake, { body: stake }, randomUUID())],
    withdrawals: [
      () => client.call(sendOtp, { params: { userId }, body: { purpose: "withdraw", change: withdrawal() } }),
    ],
    transfers: [
      () => client.call(transferCoins, { body: transfer }, randomUUID()),
      () => client.call(transferInternally, { body: internal }, randomUUID()),
    ],
    "sign-in": [() => new TestClient(app).logIn(refId)],
  };
  app.time.advance(minute);
  for (const what of pauseNames) await pause(what);
  for (const what of pauseNames) {
    for (const act of acts[what]) expect(await act()).toMatchObject(refused(what));
  }
  // Who is signed in stays so, and operators sign in.
  expect((await client.call(session, {})).status).toBe(200);
  expect((await (await operatorSignedIn(app, "viewer")).call(consolePauses, {})).status).toBe(200);
  for (const what of pauseNames) {
    await openAlone(what);
    for (const act of acts[what]) expect((await act()).status, what).toBe(200);
  }
});

test("a registration that was sent before the pause is confirmed while it lasts", async () => {
  const browser = new TestClient(app, "203.0.113.10");
  const body = {
    parentRefId: member.refId,
    name: "Meena Rao",
    gender: "F" as const,
    mailId: `${randomUUID()}@example.com`,
    mobileNumber: "",
    isLeft: true,
    isRight: false,
  };
  const key = randomUUID();
  expect((await browser.call(register, { body }, key)).body.isUserCreated).toBe(true);
  await pause("registration");
  // Its answer may have been lost: it is asked for again.
  expect((await browser.call(register, { body }, key)).body.isUserCreated).toBe(true);
  expect((await browser.call(confirmRegistration, {}, key)).status).toBe(200);
});

/** Until somebody waits for what is done under a pause's lock. */
async function untilPauseWaits(tx: Tx): Promise<void> {
  const { rows } = await sql`select pid from pg_locks where not granted and locktype = 'advisory'`.execute(
    tx,
  );
  if (rows.length === 0) await untilPauseWaits(tx);
}

test("a pause waits for what is being done, and nothing begins after it", async () => {
  await confirmed();
  const { underWay, pausing } = await atomically(
    app.db,
    async (tx) => {
      await lockBalances(tx, { memberId: member.id, accounts: ["staking"] });
      // In objects, because a transaction would wait for a promise that it returns.
      const begun = { underWay: withdraw(randomUUID()) };
      await untilWaitedFor(tx);
      const paused = { pausing: pause("withdrawals") };
      await untilPauseWaits(tx);
      return { ...begun, ...paused };
    },
    undefined,
  );
  expect((await underWay).status).toBe(200);
  expect((await pausing).status).toBe(200);
  expect(await withdraw(randomUUID())).toMatchObject(refused("withdrawals"));
});

test("opening before the end takes a second operator, unless the settings say otherwise", async () => {
  await pause("staking");
  expect((await open("staking")).body.data).toEqual({ isWaiting: true });
  const { data } = (await support.call(consoleProposals, {})).body;
  const params = { id: data.open.find(({ kind }: { kind: string }) => kind === "pause-opening").id };
  expect((await support.call(confirmProposal, { params })).body.code).not.toBeUndefined();
  expect((await support.call(consolePauses, {})).body.data.paused).toHaveLength(1);
  expect((await finance.call(confirmProposal, { params })).status).toBe(200);
  expect((await support.call(consolePauses, {})).body.data.paused).toEqual([]);
  const { body } = await finance.call(operatorLog, { query: { action: "pause/open" } });
  expect(body.data[0].details).toMatchObject({ what: "Staking", proposedBy: "The support" });
});

test("it is paused for longer by one operator, and for shorter only by opening it", async () => {
  await pause("staking", 60);
  expect((await pause("staking", 30, finance)).body.code).toBe("PAUSED_LONGER");
  expect((await pause("staking", 120, finance)).status).toBe(200);
  const { paused } = (await support.call(consolePauses, {})).body.data;
  expect(paused).toMatchObject([{ what: "staking", pausedBy: "The finance", reason }]);
  expect((await open("transfers")).body.code).toBe("NOT_PAUSED");
});

test("a pause in the middle of a closing changes nothing of it", async () => {
  app.time.now = new Date("2026-12-05T12:00:00+05:30");
  await fillPool(app.db, coins(10_000_000), app.time.now);
  app.time.now = new Date("2026-12-10T12:00:00+05:30");
  support = await operatorSignedIn(app, "support");
  const paidOn = async (day: string, onStep?: () => Promise<void>) => {
    await closeDay(app.db, { day, now: app.time.now }, onStep);
    const { state, paid_fc } = await app.db
      .selectFrom("closings")
      .select(["state", "paid_fc"])
      .where("day", "=", day)
      .executeTakeFirstOrThrow();
    expect(state).toBe("sealed");
    return paid_fc;
  };
  const usual = await paidOn("2026-12-08");
  let steps = 0;
  const whilePaused = await paidOn("2026-12-09", async () => {
    if (++steps === 1) for (const what of pauseNames) await pause(what);
  });
  expect((await support.call(consolePauses, {})).body.data.paused).toHaveLength(pauseNames.length);
  expect(steps).toBeGreaterThan(1);
  expect(usual).toBeGreaterThan(0n);
  expect(whilePaused).toBe(usual);
});
