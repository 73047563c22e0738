import { asUsdCents } from "@fc/contract/units";
import { randomUUID } from "node:crypto";
import { coverageReport, coverageReportCsv, transparency } from "@fc/contract/transparency/portal";
import { reserveMonthsCsv } from "@fc/contract/transparency/reserves";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { post } from "../../core/ledger/post.ts";
import { poolFunded } from "../../core/ledger/posting.ts";
import { reward } from "../../testing/ledger/entries.ts";
import { closeDay } from "../../core/plan/closing.ts";
import { fillPool } from "../../testing/plan/stakes.ts";
import { priceAt } from "../../core/prices/prices.ts";
import { startStake } from "../../core/staking/stakes.ts";
import { day } from "../../platform/clock.ts";
import { atomically, type Tx } from "../../platform/db.ts";
import { coins, fund, setPrice } from "../../testing/money.ts";
import { sealAll } from "../../testing/ledger/ledger.ts";
import { noon } from "../../testing/noon.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";
import { insertAccepted } from "../../testing/withdrawals.ts";

let app: TestApp;
let members: TestMember[];
let client: TestClient;

interface Paid {
  memberId: number;
  usd: number;
  now: Date;
}

/** Paid for in dollars, from outside, and approved. */
async function stakePaid(tx: Tx, paid: Paid): Promise<void> {
  const requestId = await requestedStake(tx, paid, "A");
  const price = await priceAt(tx, paid.now);
  const { memberId, usd, now } = paid;
  await startStake(tx, {
    memberId,
    principalUsdCents: asUsdCents(BigInt(usd) * 100n),
    price,
    source: { requestId },
    now,
  });
}

async function requestedStake(tx: Tx, { memberId, usd, now }: Paid, status: "A" | "P"): Promise<number> {
  const uploadId = randomUUID();
  const proof = { member_id: memberId, purpose: "stacking-verification-images", created_at: now } as const;
  await tx
    .insertInto("uploads")
    .values({ ...proof, id: uploadId, sha256: Buffer.alloc(32), bytes: 1, width: 1, height: 1 })
    .execute();
  const { id } = await tx
    .insertInto("staking_requests")
    .values({
      member_id: memberId,
      amount_usd_cents: asUsdCents(BigInt(usd) * 100n),
      upload_id: uploadId,
      status,
      requested_at: now,
      decided_at: status === "P" ? null : now,
      reason: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The coins that are paid out, after the fee and what was owed. */
const takeOut = (memberId: number, fc: number, now: Date) =>
  insertAccepted(app.db, { memberId, amount: fc + 3, now });

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app;
  const now = (app.time.now = noon("2026-02-01"));
  await setPrice(db, 15_000, now);
  members = [];
  for (let number = 0; number < 6; number++) members.push(await app.addMember());
  const idOf = (number: number) => members[number]!.id;
  // 100,000 coins each, of the first five: two take out nothing, the others 10, 60 and 200 %.
  for (let number = 0; number < 5; number++) {
    await atomically(db, stakePaid, { memberId: idOf(number), usd: 100, now });
  }
  for (const [number, fc] of [[2, 10_000] as const, [3, 60_000] as const, [4, 200_000] as const]) {
    await takeOut(idOf(number), fc, now);
  }
  await atomically(db, (tx) => requestedStake(tx, { memberId: idOf(3), usd: 45, now }, "P"), undefined);
  await fund(db, members[3]!, { transfer: 500, withdraw_pending: 70 }, now);
  await closeDay(db, { day: "2026-02-01", now: noon("2026-02-04") });
  // 500 each of five are due, and half of it is there; on the next day all.
  await fillPool(db, coins(1250), noon("2026-02-02"));
  await closeDay(db, { day: "2026-02-02", now: noon("2026-02-04") });
  await fillPool(db, coins(9000), noon("2026-02-03"));
  await closeDay(db, { day: "2026-02-03", now: noon("2026-02-04") });
  app.time.now = noon("2026-02-04");
  client = await signedIn(app, members[3]!);
});
afterAll(() => app.stop());

const readPage = async () =>
  (await client.call(transparency, { params: { userId: members[3]!.id } })).body.data;

test("a member sees what was put in, taken out after fees, is pending and is left", async () => {
  expect((await readPage()).own).toEqual({
    putIn: 100_000,
    putInUsd: 100,
    tookOut: 60_000,
    pending: 70,
    pendingUsd: 45,
    // 250 and 500 of returns.
    wallets: 1250,
    net: -40_000,
  });
});

test("everybody sees how the pool covered each day closed, the oldest first", async () => {
  expect((await readPage()).days).toEqual([
    { day: "2026-02-01", due: 0, available: 0, paid: 0, coverage: 10_000, planVersion: 1 },
    { day: "2026-02-02", due: 2500, available: 1250, paid: 1250, coverage: 5000, planVersion: 1 },
    { day: "2026-02-03", due: 2500, available: 9000, paid: 2500, coverage: 10_000, planVersion: 1 },
  ]);
});

test("everybody sees the pool, what came in and went out in each month, and from which source rewards were paid", async () => {
  const none = { treasury: 0, fees: 0, deductions: 0, stakes_ended: 0 };
  const february = {
    month: "2026-02",
    newStakes: 500_000,
    walletStakes: 0,
    payouts: 0,
    rewards: 3750,
    paidFrom: { ...none, treasury: 3750 },
    funded: { ...none, treasury: 10_250 },
    pool: 6500,
  };
  const { reserves } = await readPage();
  expect(reserves).toEqual({
    at: app.time.now.toISOString(),
    pool: 6500,
    // No chain is connected.
    compared: null,
    months: [february],
  });
  // The sealer keeps the sums, and they say the same.
  await sealAll({ db: app.db, url: app.databaseUrl }, app.deps.secretKey);
  const { rows } = await sql`select from ledger_day_sums`.execute(app.db);
  expect(rows).not.toEqual([]);
  expect((await readPage()).reserves.months).toEqual([february]);

  // The next month is paid by what is left of the first one, then by what came in.
  const march = noon("2026-03-01");
  const funding = {
    key: randomUUID(),
    effectiveAt: march,
    amountFc: coins(3000),
    source: "stakes_ended",
  } as const;
  await atomically(app.db, post, poolFunded(funding));
  const bonus = { key: randomUUID(), effectiveAt: march, memberId: members[1]!.id, amountFc: coins(8000) };
  await atomically(app.db, post, reward("direct_bonus", { ...bonus, planVersion: 1, detail: "FCSOMEBODY" }));
  const months = (await readPage()).reserves.months;
  expect(months[0]).toMatchObject({
    month: "2026-03",
    rewards: 8000,
    paidFrom: { ...none, treasury: 6500, stakes_ended: 1500 },
    pool: 1500,
  });
  expect(months[1]).toEqual(february);
  const { body } = await client.call(reserveMonthsCsv, {});
  expect(body).toContain("2026-03,0,0,0,8000,6500,0,0,1500,0,0,0,3000,1500");
});

test("as a table it is sorted, narrowed and downloaded", async () => {
  const page = async (query: object) =>
    (await client.call(coverageReport, { query })).body.data.map((row: { day: string }) => row.day);
  expect(await page({})).toEqual(["2026-02-03", "2026-02-02", "2026-02-01"]);
  expect(await page({ sort: "coverage", order: "asc" })).toEqual(["2026-02-02", "2026-02-03", "2026-02-01"]);
  expect(await page({ from: "2026-02-02", to: "2026-02-02" })).toEqual(["2026-02-02"]);
  const { body } = await client.call(coverageReportCsv, { query: {} });
  expect(body).toContain("2026-02-02,2500,1250,1250,50 %");
});

test("results of all are measured by the worker once a day: the median first, those with nothing counted", async () => {
  expect((await readPage()).results).toBeNull();
  await app.worker.drain();
  const measured = {
    day: "2026-02-04",
    members: 6,
    putInMembers: 5,
    tookOutMembers: 3,
    medianNet: -90_000,
    medianNetShare: -9000,
    bands: [2, 1, 0, 1, 0, 1],
  };
  expect((await readPage()).results).toEqual(measured);

  // Not on request, and not twice a day.
  await takeOut(members[0]!.id, 30_000, app.time.now);
  app.time.advance(day / 24);
  await app.worker.drain();
  expect((await readPage()).results).toEqual(measured);
  app.time.advance(day);
  await app.worker.drain();
  client = await signedIn(app, members[3]!);
  expect((await readPage()).results).toMatchObject({
    day: "2026-02-05",
    tookOutMembers: 4,
    medianNet: -70_000,
  });
});
