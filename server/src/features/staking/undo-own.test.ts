import { randomUUID } from "node:crypto";
import { receipt } from "@fc/contract/receipts/portal";
import { stakeUndoingOf, stakingInvestment, undoStake } from "@fc/contract/staking/portal";
import { daysAfter, endOfDay } from "@fc/contract/period";
import { explain } from "@fc/contract/reports/why";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { verify } from "../../core/ledger/verify.ts";
import { legsOf } from "../../core/network/legs.ts";
import { rollUp } from "../../core/network/roll-up.ts";
import { verify as verifyNetwork } from "../../core/network/verify.ts";
import { closeDay, closingStep } from "../../core/plan/closing.ts";
import { reasonByTransID } from "../../core/plan/reason.ts";
import { pairStandingOf } from "../../core/plan/standing.ts";
import { after, day as dayMs, hour, minute } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import { coins, confirm, setPrice, setSetting, walletsOf } from "../../testing/money.ts";
import { comparedClosing } from "../../testing/plan/projected-closing.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let root: TestMember;
let left: TestMember;
let right: TestMember;
/** A day of the story; each test goes on with the day after the last closed one. */
let day = "2026-02-01";
const noonOf = (at: string) => new Date(`${at}T12:00:00+05:30`);

beforeAll(async () => {
  app = await startTestApp();
  app.time.now = noonOf(day);
  await setPrice(app.db, 15_000, app.time.now);
  await fillPool(app.db, coins(100_000_000), app.time.now);
  root = await app.addMember();
  left = await app.addMember({ sponsor: root, side: "left" });
  right = await app.addMember({ sponsor: root, side: "right" });
  // Before there was a cooling-off time.
  await stakeNow(app.db, { memberId: root.id, usd: 1500, now: app.time.now });
  await stakeNow(app.db, { memberId: left.id, usd: 15, now: app.time.now });
  await stakeNow(app.db, { memberId: right.id, usd: 15, now: app.time.now });
  await close();
  await setSetting(app.databaseUrl, "plan", { coolingOffHours: 48 });
});
afterAll(() => app.stop());
beforeEach(() => {
  app.time.now = noonOf(day);
});

/** Closes the day of the story and compares with what was projected. */
async function close(): Promise<void> {
  const closing = { day, now: after(endOfDay(day), hour) };
  if ((await app.db.selectFrom("closings").select("day").execute()).length === 0) {
    await closeDay(app.db, closing);
  } else {
    const compared = await comparedClosing(app.databaseUrl, {
      now: after(endOfDay(day), -minute),
      close: () => closeDay(app.db, closing),
    });
    expect(compared.differences).toBe(0);
  }
  day = daysAfter(day, 1);
  app.time.now = noonOf(day);
}

async function verified(): Promise<void> {
  expect((await verify(app.databaseUrl)).differences).toEqual([]);
  await rollUp(app.db);
  expect((await verifyNetwork(app.databaseUrl, { repair: false })).differences).toEqual([]);
}

async function confirmed(
  member: TestMember,
  stakeId: number,
): Promise<{ client: TestClient; body: { userId: number; stakeId: number } }> {
  const client = await signedIn(app, member);
  const body = { userId: member.id, stakeId };
  await confirm(app, client, member, { purpose: "stake-undo", change: body });
  return { client, body };
}

const businessOf = async (member: TestMember) => {
  const legs = (await legsOf(app.db, [member.id])).get(member.id)!;
  return [legs.left.businessUsdCents, legs.right.businessUsdCents];
};
const earningOf = async (member: TestMember) => (await walletsOf(app.db, member)).earning;

test("a stake without a cooling-off time, of another member, or unknown cannot be undone", async () => {
  const { id } = await app.db
    .selectFrom("stakes")
    .select("id")
    .where("member_id", "=", left.id)
    .executeTakeFirstOrThrow();
  const client = await signedIn(app, left);
  const refused = (stakeId: number, by = client, member = left) =>
    by.call(undoStake, { body: { userId: member.id, stakeId } });
  expect((await refused(id)).body.code).toBe("COOLING_OFF_OVER");
  expect((await refused(987_654)).status).toBe(404);
  expect((await refused(id, await signedIn(app, right), right)).status).toBe(404);
});

test("bonuses that follow from a stake wait until its cooling-off time has ended, and are then paid by the next closing", async () => {
  const earning = await earningOf(root);
  await stakeNow(app.db, { memberId: left.id, usd: 150, now: app.time.now });
  await stakeNow(app.db, { memberId: right.id, usd: 150, now: app.time.now });
  expect(await businessOf(root)).toEqual([16_500n, 16_500n]);
  const standing = await pairStandingOf(app.db, { memberId: root.id, now: app.time.now });
  expect(standing.step.bonusUsdCents).toBe(0n);
  await close();
  await close();
  expect(await earningOf(root)).toBe(earning);
  await close();
  // 5 % of $300 and 10 % of $150, at 1,000 coins a dollar.
  expect(await earningOf(root)).toBe(earning + 15_000 + 15_000);
  await verified();
});

test("a stake is undone at its principal less what was paid on it, and everything above it is as if it had never been", async () => {
  const [earning, before] = [await earningOf(root), await businessOf(root)];
  const wallets = await walletsOf(app.db, left);
  const stakeId = await stakeNow(app.db, { memberId: left.id, usd: 300, now: app.time.now });
  expect(await businessOf(root)).toEqual([before[0]! + 30_000n, before[1]]);
  await close();
  await close();
  app.time.now = after(app.time.now, -hour);
  const { client, body } = await confirmed(left, stakeId);
  // One day was paid: half a percent of 300,000.
  const shown = (await client.call(stakeUndoingOf, { params: { userId: left.id, id: stakeId } })).body.data;
  expect(shown).toMatchObject({ amount: 300_000, paid: 1500, refund: 298_500, wallet: "transfer" });
  const key = randomUUID();
  const undone = await client.call(undoStake, { body }, key);
  expect(undone.status).toBe(200);
  expect((await walletsOf(app.db, left)).transfer).toBe(wallets.transfer + 298_500);
  expect(await businessOf(root)).toEqual(before);

  // The same request again is answered as the first time, and a new one is refused.
  expect((await client.call(undoStake, { body }, key)).body).toEqual(undone.body);
  expect((await client.call(undoStake, { body })).body.code).toBe("STAKE_OVER");
  const { reference } = undone.body.data;
  const facts = (await client.call(receipt, { params: { userId: left.id, reference } })).body.data;
  expect(facts).toMatchObject({ kind: "stake-return", amountFc: 300_000, deductionFc: 1500, netFc: 298_500 });
  const [first] = (await client.call(stakingInvestment, { params: { userId: left.id }, query: {} })).body
    .data;
  expect(first).toMatchObject({ id: stakeId, status: "undone", undoUntil: null });
  await verified();

  await close();
  await close();
  expect(await earningOf(root)).toBe(earning);
  const due = await app.db
    .selectFrom("direct_bonuses_due")
    .select("lapsed_because")
    .where("stake_id", "=", stakeId)
    .executeTakeFirstOrThrow();
  expect(due.lapsed_because).toBe("stake_reversed");
  await verified();
});

test("a stake that can still be undone makes nobody qualified and raises no cap", async () => {
  const [newLeft, newRight] = [
    await app.addMember({ sponsor: left, side: "left" }),
    await app.addMember({ sponsor: left, side: "right" }),
  ];
  for (const member of [newLeft, newRight]) {
    await stakeNow(app.db, { memberId: member.id, usd: 150, now: app.time.now });
  }
  const standing = async () => pairStandingOf(app.db, { memberId: left.id, now: app.time.now });
  expect(await standing()).toMatchObject({ isQualified: false });
  const capUsdCents = (await standing()).capUsdCents;
  await stakeNow(app.db, { memberId: left.id, usd: 75, now: app.time.now });
  expect((await standing()).capUsdCents).toBe(capUsdCents);
  app.time.now = after(app.time.now, 2 * dayMs);
  expect(await standing()).toMatchObject({ isQualified: true, capUsdCents: capUsdCents + 7500n });
  app.time.now = noonOf(day);
  for (let days = 0; days < 3; days++) await close();
});

test("while a day is being closed nothing is undone, and before it is closed what was undone earns nothing for it", async () => {
  const stakeId = await stakeNow(app.db, { memberId: left.id, usd: 150, now: app.time.now });
  const late = await stakeNow(app.db, { memberId: right.id, usd: 150, now: app.time.now });
  await close();
  const staking = async () => (await walletsOf(app.db, left)).staking;
  const before = await staking();
  app.time.now = after(endOfDay(day), minute);
  const early = await confirmed(left, stakeId);
  const other = await confirmed(right, late);
  // The day has ended and is not closed yet. Its return would have been paid on the stake.
  expect((await early.client.call(undoStake, { body: early.body })).status).toBe(200);
  const closing = { day, now: after(endOfDay(day), hour) };
  await atomically(app.db, closingStep, closing);
  expect((await other.client.call(undoStake, { body: other.body })).body.code).toBe("DAY_BEING_CLOSED");
  await closeDay(app.db, closing);
  // Without the undone stake: 0.5 % of $15, $150 and $75 of the stakes that go on.
  expect((await staking()) - before).toBe(75 + 750 + 375);
  day = daysAfter(day, 1);
  await verified();
});

test("of 32 requests at once one undoes the stake", async () => {
  const stakeId = await stakeNow(app.db, { memberId: right.id, usd: 500, now: app.time.now });
  const { client, body } = await confirmed(right, stakeId);
  const before = await walletsOf(app.db, right);
  const answers = await Promise.all(Array.from({ length: 32 }, () => client.call(undoStake, { body })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await walletsOf(app.db, right)).transfer - before.transfer).toBe(500_000);
  await verified();
});

test("undone at the moment of the closing, the member gets the principal once: as a return, or with the rest", async () => {
  const stakeId = await stakeNow(app.db, { memberId: right.id, usd: 1000, now: app.time.now });
  await close();
  app.time.now = after(endOfDay(day), -10 * minute);
  const { client, body } = await confirmed(right, stakeId);
  const before = await walletsOf(app.db, right);
  const closing = closeDay(app.db, { day, now: after(endOfDay(day), hour), chunkMembers: 1 });
  const answers = await Promise.all(Array.from({ length: 32 }, () => client.call(undoStake, { body })));
  await closing;
  const done = answers.filter(({ status }) => status === 200);
  expect(done.length).toBeLessThanOrEqual(1);
  const { paid_fc, due_fc } = await app.db
    .selectFrom("closings")
    .select(["paid_fc", "due_fc"])
    .where("day", "=", day)
    .executeTakeFirstOrThrow();
  expect(paid_fc).toBe(due_fc);
  let { length: undone } = done;
  if (undone === 0) {
    // The closing was first, and the code named other coins than come back now.
    const again = await confirmed(right, stakeId);
    undone = Number((await again.client.call(undoStake, { body })).status === 200);
  }
  expect(undone).toBe(1);
  const wallets = await walletsOf(app.db, right);
  // The other stakes of $15, $150 and $150 returned half a percent.
  const returned = wallets.staking - before.staking - 1575;
  expect(wallets.transfer - before.transfer + returned).toBe(1_000_000);
  await verified();
});

test("why an amount is what it is stays right for a stake that was undone later", async () => {
  const credits = await app.db
    .selectFrom("ledger_entries as entry")
    .innerJoin("ledger_postings as posting", "posting.entry_id", "entry.id")
    .select(["entry.id", "posting.line"])
    .where("entry.kind", "=", "ros")
    .where("posting.credit_id", "=", BigInt(left.id) * 16n + 1n)
    .execute();
  expect(credits.length).toBeGreaterThan(5);
  for (const { id, line } of credits) {
    expect(explain(await reasonByTransID(app.db, left.id, `${id}-${line}`))).toMatchObject({ agrees: true });
  }
});
