import { type Fc, asFc, asUsdCents, noFc } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import { dashboard, returnOnStaking, type Dashboard } from "@fc/contract/dashboard/portal";
import { endOfDay, indiaDayOf } from "@fc/contract/period";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawOrder } from "@fc/contract/wallet/kinds";
import { lockBalances, post } from "../../core/ledger/post.ts";
import { draw, internalTransfer, poolFunded, reversal, transfer } from "../../core/ledger/posting.ts";
import { opening, reward } from "../../testing/ledger/entries.ts";
import { closeDay } from "../../core/plan/closing.ts";
import { giveIdentity } from "../../testing/identity.ts";
import { stakeNow } from "../../testing/plan/stakes.ts";
import { priceAt } from "../../core/prices/prices.ts";
import { startStake } from "../../core/staking/stakes.ts";
import { day } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
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
let client: TestClient;

const ago = (days: number) => new Date(app.time.now.getTime() - days * day);
const entryFields = (effectiveAt: Date) => ({ key: randomUUID(), effectiveAt });

beforeAll(async () => {
  app = await startTestApp();
  root = await app.addMember({ name: "Root" });
  left = await app.addMember({ name: "Left", sponsor: root, side: "left" });
  await app.addMember({ name: "Right", sponsor: root, side: "right" });
  client = await signedIn(app, root);
  await atomically(
    app.db,
    post,
    poolFunded({ ...entryFields(ago(200)), amountFc: asFc(10n ** 12n), source: "treasury" }),
  );
});
afterAll(() => app.stop());

async function read(by = client, of = root): Promise<Dashboard> {
  const { status, body } = await by.call(dashboard, { params: { userId: of.id } });
  expect(status).toBe(200);
  return body.data;
}

describe("the dashboard of a newcomer", () => {
  test("is all zero, without a price, a stake or a stale figure", async () => {
    const fresh = await app.addMember();
    expect(await read(await signedIn(app, fresh), fresh)).toEqual({
      cost: null,
      joiningDate: app.time.now.toISOString(),
      stakingDate: null,
      totalStaking: 0,
      stakes: [],
      dailyRos: 0,
      stakingWallet: 0,
      earningWallet: 0,
      transferWallet: 0,
      offerWallet: 0,
      deduction: 0,
      totalWallet: 0,
      worth: null,
      movedToday: 0,
      earned: { lastClosing: null, thisMonth: 0, inAll: 0 },
      left: { users: 0, activeUsers: 0, business: 0 },
      right: { users: 0, activeUsers: 0, business: 0 },
      closing: {
        at: "2026-11-15T18:30:00.000Z",
        isQualified: false,
        cap: 0,
        matching: 0,
        headroom: 0,
        flushed: 0,
        taken: 0,
        lastMatchedOn: null,
        left: { carried: 0, fresh: 0 },
        right: { carried: 0, fresh: 0 },
      },
      pending: [],
      pendingCount: 0,
      done: { profile: false, pan: false, bank: false, coinAddress: false, stake: false, referral: false },
    });
  });
});

test("the first steps are done once their records are there", async () => {
  const fresh = await app.addMember();
  const browser = await signedIn(app, fresh);
  const { db } = app;
  const done = async () => (await read(browser, fresh)).done;
  await db
    .updateTable("members")
    .set({ dob: "1990-02-28", nominee: "Ravi", address: "1 Park Street", city: "Pune" })
    .where("id", "=", fresh.id)
    .execute();
  expect(await done()).toMatchObject({ profile: false, pan: false, bank: false, coinAddress: false });
  await db.updateTable("members").set({ pin: "411001" }).where("id", "=", fresh.id).execute();
  await giveIdentity(app.deps, fresh, app.time.now);
  // A member who registered without a mobile number is asked for it here.
  await db.updateTable("members").set({ phone: "" }).where("id", "=", fresh.id).execute();
  expect(await done()).toMatchObject({ profile: false });
  await db.updateTable("members").set({ phone: "+919876543210" }).where("id", "=", fresh.id).execute();
  expect(await done()).toEqual({
    profile: true,
    pan: true,
    bank: true,
    coinAddress: true,
    stake: false,
    referral: false,
  });
});

describe("the dashboard of a member", () => {
  beforeAll(async () => {
    const { db } = app;
    await db
      .insertInto("prices")
      .values({
        fc_for_15_usd: 1_234_560_000n,
        inr_per_usd: 830_000n,
        effective_from: ago(300),
        created_at: ago(300),
      })
      .execute();
    const price = await priceAt(db, app.time.now);
    for (const memberId of [root.id, left.id]) {
      await atomically(
        db,
        post,
        opening({ ...entryFields(ago(100)), memberId, account: "transfer", amountFc: asFc(10n ** 11n) }),
      );
      await atomically(db, startStake, {
        memberId,
        principalUsdCents: asUsdCents(15_000n),
        price,
        source: { payerId: memberId, idempotencyKey: randomUUID() },
        now: ago(50),
      });
    }
    await atomically(
      db,
      post,
      reward("ros", { ...entryFields(ago(10)), memberId: root.id, amountFc: asFc(123_456n) }),
    );
    await atomically(
      db,
      post,
      reward("pair_matching", { ...entryFields(ago(1)), memberId: root.id, amountFc: asFc(50_000n) }),
    );
    await atomically(
      db,
      post,
      reward("offer_reward", { ...entryFields(ago(0)), memberId: root.id, amountFc: asFc(70_000n) }),
    );
    await db
      .insertInto("deductions")
      .values([
        {
          member_id: root.id,
          amount_fc: asFc(30_000n),
          collected_fc: asFc(10_000n),
          reason: "A fee",
          created_at: ago(5),
        },
        {
          member_id: root.id,
          amount_fc: asFc(9n),
          collected_fc: asFc(9n),
          reason: "Paid",
          created_at: ago(6),
        },
        { member_id: left.id, amount_fc: asFc(5n), reason: "Another's", created_at: ago(6) },
      ])
      .execute();
    await db
      .insertInto("withdrawals")
      .values({
        member_id: root.id,
        amount_fc: asFc(20_000n),
        fee_fc: asFc(1n),
        from_staking_fc: asFc(20_000n),
        from_earning_fc: noFc,
        from_offer_fc: noFc,
        currency_type: "coin",
        address: "0x0",
        requested_at: ago(2),
      })
      .execute();
  });

  test("shows price, dates, staking, wallets and both teams", async () => {
    expect(await read()).toMatchObject({
      cost: 123_456,
      joiningDate: app.time.now.toISOString(),
      stakingDate: ago(50).toISOString(),
      totalStaking: 1_234_560,
      dailyRos: 6172.8,
      stakingWallet: 12.3456,
      earningWallet: 5,
      transferWallet: 10_000_000 - 1_234_560,
      offerWallet: 7,
      deduction: 2,
      totalWallet: 12.3456 + 5 + 7 + 10_000_000 - 1_234_560 - 2,
      // 8,765,462.3456 FC at 123,456 FC for $15, and a dollar at ₹83.
      worth: { usd: 1065.01, inr: 88395.87 },
      left: { users: 1, activeUsers: 1, business: 150 },
      right: { users: 1, activeUsers: 0, business: 0 },
      pending: [{ kind: "withdrawal", amount: 2, requestedAt: ago(2).toISOString() }],
      pendingCount: 1,
      done: { profile: false, pan: false, bank: false, coinAddress: false, stake: true, referral: true },
    });
    const { body } = await client.call(returnOnStaking, { params: { userId: root.id } });
    expect(body.data).toEqual({ roiAmount: 6172.8, stackingAmount: 1_234_560 });
  });

  test("counts rewards by the day that the reports give them, and apart from what the member moved", async () => {
    const earner = await app.addMember();
    const pay = (at: string, amountFc: Fc) =>
      atomically(
        app.db,
        post,
        reward("ros", { key: randomUUID(), effectiveAt: new Date(at), memberId: earner.id, amountFc }),
      );
    // It is 15 November. A closing dates what it pays in the last millisecond of the day that it closed.
    await pay("2026-11-14T18:29:59.999Z", asFc(10_000n));
    await pay("2026-11-13T18:29:59.999Z", asFc(20_000n));
    await pay("2026-10-31T18:29:59.999Z", asFc(40_000n));
    await pay("2026-10-30T18:29:59.999Z", asFc(80_000n));
    const browser = await signedIn(app, earner);
    expect(await read(browser, earner)).toMatchObject({
      movedToday: 0,
      earned: { lastClosing: null, thisMonth: 3, inAll: 15 },
    });

    // A reward that was taken back was not earned, and a transfer is no reward.
    const mistaken = { memberId: earner.id, amountFc: asFc(160_000n) };
    const undone = reward("ros", { ...entryFields(ago(20)), ...mistaken });
    const of = await atomically(app.db, post, undone);
    await atomically(
      app.db,
      post,
      reversal({ ...entryFields(ago(10)), of, lines: undone.lines, reason: "A mistake" }),
    );
    const [from, to] = [left, earner].map(({ id, refId }) => ({ memberId: id, refId }));
    await atomically(
      app.db,
      post,
      transfer({ ...entryFields(ago(0)), from: from!, to: to!, amountFc: asFc(50_000n) }),
    );
    expect(await read(browser, earner)).toMatchObject({
      movedToday: 5,
      earned: { thisMonth: 3 - 16, inAll: 15 },
    });
  });

  test("cannot be read by another member", async () => {
    expect((await client.call(dashboard, { params: { userId: left.id } })).status).toBe(404);
  });

  test("shows one snapshot, however much money moves meanwhile", async () => {
    const { totalWallet } = await read();
    let done = false;
    const moving = [0, 1, 2].map(async () => {
      while (!done) {
        await atomically(app.db, moveInside, { memberId: root.id, now: app.time.now });
        await atomically(app.db, thereAndBack, { one: root, other: left, now: app.time.now });
      }
    });
    for (let round = 0; round < 40; round++) {
      const seen = await read();
      const sum =
        seen.stakingWallet + seen.earningWallet + seen.offerWallet + seen.transferWallet - seen.deduction;
      expect(seen.totalWallet).toBeCloseTo(sum, 4);
      expect(seen.totalWallet).toBe(totalWallet);
    }
    done = true;
    await Promise.all(moving);
  });
});

/** Out of the three wallets, into the fourth. */
async function moveInside(tx: Tx, { memberId, now }: { memberId: number; now: Date }): Promise<void> {
  const drawn = draw(await lockBalances(tx, { memberId, accounts: drawOrder }), asFc(1n));
  if (drawn) await post(tx, internalTransfer({ key: randomUUID(), effectiveAt: now, memberId, drawn }));
}

/** To another member and back in one transaction: in between, no reader may see it. */
async function thereAndBack(
  tx: Tx,
  { one, other, now }: { one: TestMember; other: TestMember; now: Date },
): Promise<void> {
  const [from, to] = [one, other].map(({ id, refId }) => ({ memberId: id, refId })) as [
    { memberId: number; refId: string },
    { memberId: number; refId: string },
  ];
  await post(tx, transfer({ key: randomUUID(), effectiveAt: now, from, to, amountFc: asFc(5n) }));
  await post(tx, transfer({ key: randomUUID(), effectiveAt: now, from: to, to: from, amountFc: asFc(5n) }));
}

test("tonight's closing: matching once a stake and an active member on each side qualify, and what the cap leaves", async () => {
  const head = await app.addMember();
  const below = {
    left: await app.addMember({ sponsor: head, side: "left" }),
    right: await app.addMember({ sponsor: head, side: "right" }),
  };
  const browser = await signedIn(app, head);
  const closing = async () =>
    (await browser.call(dashboard, { params: { userId: head.id } })).body.data.closing;
  const stake = (memberId: number, usd: number) => stakeNow(app.db, { memberId, usd, now: app.time.now });
  await stake(head.id, 60);
  await stake(below.left.id, 450);
  expect(await closing()).toMatchObject({ isQualified: false, cap: 60, matching: 0, headroom: 60 });
  await stake(below.right.id, 150);
  expect(await closing()).toMatchObject({ isQualified: true, cap: 60, matching: 15, headroom: 45 });
  await stake(below.right.id, 1500);
  expect(await closing()).toMatchObject({ cap: 60, matching: 45, headroom: 15, flushed: 0 });
  await stake(below.left.id, 300);
  // Ten percent of $750 would be $75: the cap leaves $60 of it, for $600.
  expect(await closing()).toMatchObject({ cap: 60, matching: 60, headroom: 0, flushed: 150, taken: 0 });
  expect(await closing()).toMatchObject({ left: { carried: 0, fresh: 750 }, lastMatchedOn: null });
  const today = indiaDayOf(app.time.now);
  await closeDay(app.db, { day: today, now: endOfDay(today) });
  const { earned } = (await browser.call(dashboard, { params: { userId: head.id } })).body.data;
  expect(earned.lastClosing).toEqual({ day: today, amount: earned.thisMonth });
  expect(earned.thisMonth).toBeGreaterThan(0);
  await stake(below.left.id, 30);
  expect(await closing()).toMatchObject({
    matching: 3,
    flushed: 0,
    taken: 750,
    lastMatchedOn: today,
    left: { carried: 0, fresh: 30 },
    right: { carried: 900, fresh: 0 },
  });
});

test("the last closing is shown to who had joined by its day, and to nobody who came after it", async () => {
  const before = await app.addMember();
  const closed = indiaDayOf(app.time.now);
  const end = endOfDay(closed);
  await closeDay(app.db, { day: closed, now: end });
  app.time.advance(end.getTime() - app.time.now.getTime());
  const after = await app.addMember();
  const lastClosing = async (member: TestMember) =>
    (await read(await signedIn(app, member), member)).earned.lastClosing;
  expect(await lastClosing(before)).toEqual({ day: closed, amount: 0 });
  expect(await lastClosing(after)).toBeNull();
});
