import { randomUUID } from "node:crypto";
import { operatorSession } from "@fc/contract/operators/console";
import { endOfDay, indiaDayOf } from "@fc/contract/period";
import { consoleProposals } from "@fc/contract/proposals/console";
import * as contract from "@fc/contract/staking/console";
import { stakeUndoingOf, stakingInvestment, undoStake } from "@fc/contract/staking/portal";
import { sendOtp } from "@fc/contract/otp/portal";
import { withdrawState } from "@fc/contract/withdraw/portal";
import { getClosure } from "@fc/contract/closure/portal";
import { after, day, minute } from "../../platform/clock.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { stopWithBooksRight } from "../../testing/books.ts";
import { confirm, fund, giveAddress, longAgo, setPrice, setSetting, walletsOf } from "../../testing/money.ts";
import { disable, operatorSignedIn } from "../../testing/operators.ts";
import { newcomer, requestedStake, type Person } from "../../testing/staking-requests.ts";
import { startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { coinAddress, withdrawCoins } from "../../testing/withdrawals.ts";

let app: TestApp;
let asha: Person;
let finance: TestClient;
let other: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 1_000_000, longAgo(app.time.now));
});
afterAll(() => stopWithBooksRight(app));
beforeEach(async () => {
  asha = await newcomer(app, { name: "Asha Verma" });
  finance = await operatorSignedIn(app, "finance");
  other = await operatorSignedIn(app, "finance");
});

/** Each of another member, so that no request is the same as one before. */
const requested = async (dollars: number) => requestedStake(app, await newcomer(app), dollars);
const approve = (id: number, by = finance) =>
  by.call(contract.approveStaking, { params: { id }, body: { cost: 1_000_000, sameProofs: 1_000 } });
const confirmAs = (by: TestClient, id: number) =>
  by.call(contract.confirmStaking, { params: { id }, body: {} });
const detail = async (id: number, by = finance) =>
  (await by.call(contract.consoleStakingRequest, { params: { id } })).body.data;

test("a large staking request is approved by one operator after another one has confirmed it", async () => {
  const id = await requested(1500);
  expect(await detail(id)).toMatchObject({ needsSecond: true, confirmedBy: null });
  expect((await approve(id)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  expect((await confirmAs(finance, id)).status).toBe(200);
  expect((await approve(id)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  expect((await confirmAs(other, id)).body.code).toBe("DECIDED_ALREADY");
  expect((await detail(id)).confirmedBy).toMatchObject({ name: "The finance" });
  expect((await approve(id, other)).status).toBe(200);
  const log = await app.db
    .selectFrom("operator_log")
    .select("action")
    .where("action", "in", ["staking-request/confirm", "staking-request/approve"])
    .orderBy("id", "desc")
    .limit(2)
    .execute();
  expect(log.map(({ action }) => action)).toEqual(["staking-request/approve", "staking-request/confirm"]);
});

test("small ones need a second operator once one has approved much within twenty-four hours", async () => {
  const ids = [await requested(900), await requested(900), await requested(900)];
  expect((await approve(ids[0]!)).status).toBe(200);
  expect(await detail(ids[1]!)).toMatchObject({ needsSecond: true });
  expect(await detail(ids[1]!, other)).toMatchObject({ needsSecond: false });
  expect((await approve(ids[1]!)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  expect((await confirmAs(other, ids[1]!)).status).toBe(200);
  expect((await approve(ids[1]!)).status).toBe(200);
  // What another one has confirmed is not counted as approved alone, and what was counted stays.
  expect((await approve(ids[2]!)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  const { now } = app.time;
  const at = async (moment: Date) => {
    app.time.now = moment;
    const session = { last_seen_at: moment, expires_at: after(moment, day) };
    await app.db.updateTable("operator_sessions").set(session).execute();
  };
  await at(endOfDay(indiaDayOf(now)));
  expect((await approve(ids[2]!)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  await at(after(now, day + minute));
  expect((await approve(ids[2]!)).status).toBe(200);
  await at(now);
});

test("sixteen requests at once are not approved alone beyond the sum of a day either", async () => {
  const ids = [];
  for (let count = 0; count < 16; count++) ids.push(await requested(225));
  finance = await operatorSignedIn(app, "finance");
  const answers = await Promise.all(ids.map((id) => approve(id)));
  // 15 million coins each: six are 90 million, the seventh would reach 100 million.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
  const refusals = answers.filter(({ status }) => ![200, 503].includes(status)).map(({ body }) => body.code);
  expect(new Set(refusals)).toEqual(new Set(["SECOND_OPERATOR_NEEDED"]));
});

test("a confirmation counts no longer once the confirmer is disabled, and somebody else can confirm", async () => {
  const id = await requested(1500);
  expect((await confirmAs(other, id)).status).toBe(200);
  const admin = await operatorSignedIn(app, "admin");
  await disable(other, admin);
  expect(await detail(id)).toMatchObject({ confirmedBy: null, lapsedConfirmer: "The finance" });
  expect((await approve(id)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  expect((await confirmAs(admin, id)).status).toBe(200);
  expect((await approve(id)).status).toBe(200);
});

/** The member undoes the stake of an approved request, and is told before whether its coins have to wait. */
async function undone(id: number): Promise<void> {
  const { member, client } = asha;
  const [stake] = (await client.call(stakingInvestment, { params: { userId: member.id }, query: {} })).body
    .data;
  const body = { userId: member.id, stakeId: stake.id };
  const shown = (await client.call(stakeUndoingOf, { params: { userId: member.id, id: stake.id } })).body
    .data;
  expect(shown.isHeld).toBe((await detail(id)).confirmedBy === null ? true : undefined);
  await confirm(app, client, member, { purpose: "stake-undo", change: body });
  expect((await client.call(undoStake, { body }, randomUUID())).status).toBe(200);
}
const state = async () =>
  (await asha.client.call(withdrawState, { params: { userId: asha.member.id } })).body.data;
const askCode = (purpose: "withdraw" | "internal-transfer", change: object) => {
  app.time.advance(31_000);
  return asha.client.call(sendOtp, {
    params: { userId: asha.member.id },
    body: { purpose, change: { userId: asha.member.id, ...change } },
  });
};

test("coins of an undone stake that one operator approved are in the wallet at once, and leave it only after another one has agreed", async () => {
  await setSetting(app.databaseUrl, "plan", { coolingOffHours: 48 });
  await setSetting(app.databaseUrl, "withdrawal", { needsStake: false });
  await giveAddress(app.db, asha.member, coinAddress, longAgo(app.time.now));
  const id = await requestedStake(app, asha);
  expect((await approve(id)).status).toBe(200);
  await undone(id);
  expect((await walletsOf(app.db, asha.member)).staking).toBe(10_000_000);
  expect((await app.mailsTo(asha.member.email)).at(-1)?.text).toContain("a second person of our staff");
  expect(await state()).toMatchObject({ refundHeldFc: 10_000_000 });
  const everything = { amount: 10_000_000, currencyType: "coin" };
  expect((await askCode("withdraw", everything)).body.code).toBe("INVALID_AMOUNT");
  const inside = { amount: 500, currencyType: "internal transfer", refId: asha.member.refId };
  expect((await askCode("internal-transfer", inside)).body.code).toBe("INVALID_AMOUNT");
  const { data: closing } = (await asha.client.call(getClosure, { params: { userId: asha.member.id } })).body;
  expect(closing).toMatchObject({ withdrawableFc: 0, leftFc: 10_000_000 });

  // Who approved the payment does not agree alone; support may not.
  const release = (by: TestClient) => by.call(contract.releaseRefund, { params: { id } });
  expect((await release(finance)).body.code).toBe("APPROVED_BY_YOU");
  expect((await release(await operatorSignedIn(app, "support"))).status).toBe(403);
  const waiting = async () => (await other.call(consoleProposals, {})).body.data.refunds;
  const { id: approverId } = (await finance.call(operatorSession, {})).body.data;
  expect(await waiting()).toMatchObject([
    { requestId: id, amountFc: 10_000_000, approvedBy: { id: approverId }, released: null },
  ]);
  const admin = await operatorSignedIn(app, "admin");
  const answers = await Promise.all([release(other), release(admin)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await waiting()).toEqual([]);
  expect((await detail(id)).refund.released).not.toBeNull();
  expect((await app.mailsTo(asha.member.email)).at(-1)?.subject).toBe("Your coins can be withdrawn now");
  expect((await state()).refundHeldFc).toBeUndefined();
  await withdrawCoins(app, asha.client, asha.member, 10_000_000);
  expect((await walletsOf(app.db, asha.member)).staking).toBe(0);
});

test("coins of an undone stake that two operators approved can be withdrawn at once", async () => {
  await setSetting(app.databaseUrl, "plan", { coolingOffHours: 48 });
  const id = await requestedStake(app, asha);
  expect((await confirmAs(other, id)).status).toBe(200);
  expect((await approve(id)).status).toBe(200);
  await undone(id);
  expect(await state()).not.toHaveProperty("refundHeldFc");
  expect((await detail(id)).refund).toBeNull();
});

test("what else is in the wallets can be withdrawn while the coins of an undone stake wait", async () => {
  await setSetting(app.databaseUrl, "plan", { coolingOffHours: 48 });
  await setSetting(app.databaseUrl, "withdrawal", { needsStake: false });
  await giveAddress(app.db, asha.member, coinAddress, longAgo(app.time.now));
  const id = await requestedStake(app, asha);
  await approve(id);
  await undone(id);
  await fund(app.db, asha.member, { staking: 1_000_000, earning: 6_000_000 }, app.time.now);
  expect((await askCode("withdraw", { amount: 7_000_001, currencyType: "coin" })).body.code).toBe(
    "INVALID_AMOUNT",
  );
  await withdrawCoins(app, asha.client, asha.member, 7_000_000);
  expect(await walletsOf(app.db, asha.member)).toMatchObject({ staking: 10_000_000, earning: 0 });
});
