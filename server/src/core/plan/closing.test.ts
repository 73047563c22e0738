import { byRewardKind } from "@fc/contract/plan/reward-kinds";
import { defaultPlan } from "@fc/contract/testing/default-plan";
import { endOfDay } from "@fc/contract/period";
import { explain } from "@fc/contract/reports/why";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atomically } from "../../platform/db.ts";
import { coins, setPrice, setSetting, walletsOf } from "../../testing/money.ts";
import { startTestApp, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { statementPage } from "../ledger/statement.ts";
import { verify } from "../ledger/verify.ts";
import { legsOf } from "../network/legs.ts";
import { reverseStake } from "../staking/stakes.ts";
import { closingProgress } from "./calendar.ts";
import { closeDay, closingStep } from "./closing.ts";
import { dryRun } from "./dry-run.ts";
import { reasonOf } from "./reason.ts";
import { closingTask } from "./task.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { addPlanVersion, planOn } from "./versions.ts";

let app: TestApp;
let root: TestMember;
let left: TestMember;
const noon = (day: string) => new Date(`${day}T12:00:00+05:30`);

beforeAll(async () => {
  app = await startTestApp();
  const now = (app.time.now = noon("2026-02-01"));
  const { db } = app;
  await setSetting(app.databaseUrl, "plan", { noticeDays: 0 });
  await setPrice(db, 15_000, now);
  await fillPool(db, coins(10_000_000), now);
  root = await app.addMember();
  left = await app.addMember({ sponsor: root, side: "left" });
  const right = await app.addMember({ sponsor: root, side: "right" });
  for (const [member, usd] of [[root, 150] as const, [left, 1500] as const, [right, 3000] as const]) {
    await stakeNow(db, { memberId: member.id, usd, now });
  }
  await closeDay(db, { day: "2026-02-01", now: noon("2026-02-03") });
  await closeDay(db, { day: "2026-02-02", now: noon("2026-02-03") });
});
afterAll(() => app.stop());

async function duesOf(day: string) {
  const rows = await app.db.selectFrom("closing_dues").selectAll().where("day", "=", day).execute();
  return byRewardKind((kind) => rows.find((row) => row.kind === kind)!.due_fc);
}

test("the first version of the plan is the default one", async () => {
  expect(await planOn(app.db, "2026-02-01")).toMatchObject({ version: 1, rules: defaultPlan });
});

describe("two closed days", () => {
  test("pay bonuses, matching and offers at once, and returns from the second day on", async () => {
    // 5 % of $4,500 and 10 % of $1,500 at 1,000 coins a dollar; the offer at $1,500; half a percent of 150,000 coins.
    expect(await walletsOf(app.db, root)).toMatchObject({ earning: 375_000, offer: 30_000, staking: 750 });
    expect(await walletsOf(app.db, left)).toMatchObject({ earning: 0, offer: 0, staking: 7500 });
    expect((await verify(app.databaseUrl)).differences).toEqual([]);
  });

  test("explain why each amount is what it is", async () => {
    const { lines } = await statementPage(app.db, {
      memberId: root.id,
      accounts: ["staking", "earning", "offer"],
      limit: 10,
    });
    expect(lines.map(({ kind }) => kind).toSorted()).toEqual([
      "direct_bonus",
      "direct_bonus",
      "offer_reward",
      "pair_matching",
      "ros",
    ]);
    for (const { entryId, line } of lines) {
      const reason = await reasonOf(app.db, { memberId: root.id, entryId, line });
      expect(explain(reason!)).toMatchObject({ agrees: true });
      expect(await reasonOf(app.db, { memberId: left.id, entryId, line })).toBeUndefined();
    }
  });
});

describe("what a day would pay", () => {
  test("is what it then pays, and nothing is written to find out", async () => {
    const { db } = app;
    const now = noon("2026-02-03");
    await stakeNow(db, { memberId: left.id, usd: 300, now });
    const counted = () =>
      sql<object>`select (select count(*) from ledger_entries) as entries,
      (select count(*) from closing_pairs) as pairs, (select sum(consumed_usd_cents) from pair_memory) as consumed,
      (select count(*) from direct_bonuses_due where decided_on is null) as open`.execute(db);
    const before = (await counted()).rows;
    const dry = await dryRun(db, { day: "2026-02-03" });
    expect((await counted()).rows).toEqual(before);
    await closeDay(db, { day: "2026-02-03", now: noon("2026-02-04") });
    const row = await db
      .selectFrom("closings")
      .selectAll()
      .where("day", "=", "2026-02-03")
      .executeTakeFirstOrThrow();
    const dueFc = await duesOf("2026-02-03");
    expect(dry).toMatchObject({
      dueFc,
      totalDueFc: row.due_fc,
      availableFc: row.available_fc,
      flushedUsdCents: row.flushed_usd_cents,
      lapsedBonuses: row.lapsed_bonuses,
    });
    expect(row.paid_fc).toBe(row.due_fc);
    expect(dueFc).toMatchObject({ pair_matching: coins(30_000), direct_bonus: coins(15_000) });
    expect(dry.topEarners[0]).toMatchObject({ memberId: root.id, dueFc: coins(45_750) });
    expect(dry.distribution.reduce((sum, { members }) => sum + members, 0)).toBe(3);
    await expect(dryRun(db, { day: "2026-02-03" })).rejects.toThrow("closed");
  });
});

describe("at India's midnight", () => {
  test("days that have ended are closed in order, with a little patience, and none twice", async () => {
    const { db } = app;
    const closedDays = async () =>
      (
        await db.selectFrom("closings").select("day").where("state", "=", "sealed").orderBy("day").execute()
      ).map(({ day }) => day);
    const run = (now: Date) =>
      closingTask({ ...app.deps, clock: () => now, databaseClock: async () => now }).run({});
    await run(noon("2026-02-04"));
    expect((await closedDays()).at(-1)).toBe("2026-02-03");
    await run(new Date("2026-02-07T00:01:00+05:30"));
    expect((await closedDays()).slice(-2)).toEqual(["2026-02-04", "2026-02-05"]);
    expect(await closingProgress(db, new Date("2026-02-07T00:01:00+05:30"))).toMatchObject({
      day: "2026-02-06",
      state: "waiting",
      missedDays: 1,
      done: 0,
    });
    await run(new Date("2026-02-07T00:02:00+05:30"));
    await run(new Date("2026-02-07T00:03:00+05:30"));
    expect((await closedDays()).slice(-2)).toEqual(["2026-02-05", "2026-02-06"]);
  });
});

describe("a clock that is wrong", () => {
  const right = () => new Date("2026-02-07T00:04:00+05:30");
  const ahead = () => new Date("2026-03-07T00:04:00+05:30");

  test.each([
    ["a node", ahead, right],
    ["the database", right, ahead],
  ])("of %s closes no day that has not come", async (_, clock, databaseNow) => {
    const days = () => app.db.selectFrom("closings").select("day").execute();
    const before = await days();
    await expect(
      closingTask({ ...app.deps, clock, databaseClock: async () => databaseNow() }).run({}),
    ).rejects.toThrow("clocks");
    expect(await days()).toEqual(before);
  });
});

describe("a stake that is undone", () => {
  test("gives its coins back, counts for nobody above, earns no more, and cannot be undone twice", async () => {
    const { db } = app;
    const now = noon("2026-02-07");
    const fresh = await app.addMember({ sponsor: root, side: "left" });
    const legBefore = (await legsOf(db, [root.id])).get(root.id)!.left;
    const stakeId = await stakeNow(db, { memberId: fresh.id, usd: 60, now });
    await atomically(db, reverseStake, { stakeId, reason: "Paid by mistake", now });
    expect(await walletsOf(db, fresh)).toMatchObject({ staked: 0, transfer: 60_000 });
    expect((await legsOf(db, [root.id])).get(root.id)!.left).toEqual(legBefore);
    await expect(atomically(db, reverseStake, { stakeId, reason: "Again", now })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await closeDay(db, { day: "2026-02-07", now: noon("2026-02-08") });
    const due = await db
      .selectFrom("direct_bonuses_due")
      .select(["decided_on", "lapsed_because"])
      .where("stake_id", "=", stakeId)
      .executeTakeFirstOrThrow();
    expect(due).toEqual({ decided_on: "2026-02-07", lapsed_because: "stake_reversed" });
  });
});

describe("a closing under way", () => {
  test("keeps to the price it was opened with, even if one of that day is recorded only now", async () => {
    const { db } = app;
    const day = "2026-02-08";
    await stakeNow(db, { memberId: left.id, usd: 15, now: noon(day) });
    const closing = { day, now: noon("2026-02-09") };
    expect(await atomically(db, closingStep, closing)).toEqual({ state: "open" });
    expect(await atomically(db, closingStep, closing)).toEqual({ state: "paying" });
    const lateNode = new Date(endOfDay(day).getTime() - 1);
    await setPrice(db, 30_000, lateNode);
    await closeDay(db, closing);
    const { paid_fc, due_fc } = await db
      .selectFrom("closings")
      .selectAll()
      .where("day", "=", day)
      .executeTakeFirstOrThrow();
    expect(await duesOf(day)).toMatchObject({ direct_bonus: coins(750) });
    expect(paid_fc).toBe(due_fc);
    await setPrice(db, 15_000, endOfDay(day));
  });
});

describe("a new version of the plan", () => {
  test("begins on a day to come and after the newest, and stakes keep the terms they were bought under", async () => {
    const { db } = app;
    const now = noon("2026-02-09");
    const rules = { ...defaultPlan, ros: { dailyBasisPoints: 100, limitBasisPoints: 20_000 } };
    const add = (effectiveFrom: string) => atomically(db, addPlanVersion, { rules, effectiveFrom, now });
    await expect(add("2026-02-09")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(await add("2026-02-10")).toBe(2);
    await expect(add("2026-02-10")).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const later = await app.addMember();
    await stakeNow(db, { memberId: later.id, usd: 15, now: noon("2026-02-10") });
    for (const day of ["2026-02-09", "2026-02-10", "2026-02-11"]) {
      await closeDay(db, { day, now: noon("2026-02-12") });
    }
    // One percent of 15,000 coins; the older stake still returns half a percent of 150,000 a day.
    expect(await walletsOf(db, later)).toMatchObject({ staking: 150 });
    expect(await walletsOf(db, root)).toMatchObject({ staking: 750 * 10 });
  });
});
