import * as contract from "@fc/contract/reports/console";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDay } from "../../core/plan/closing.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { day as oneDay } from "../../platform/clock.ts";
import { coins, fund, setPrice } from "../../testing/money.ts";
import { noon } from "../../testing/noon.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { insertAccepted } from "../../testing/withdrawals.ts";

let app: TestApp;
let members: TestMember[];

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app;
  const first = (app.time.now = noon("2026-02-01"));
  await setPrice(db, 15_000, first);
  const top = await app.addMember({ name: "Asha Verma" });
  members = [
    top,
    await app.addMember({ sponsor: top }),
    await app.addMember({ sponsor: top, side: "right" }),
  ];
  await fillPool(db, coins(1_000_000), first);
  for (const { id: memberId } of members) await stakeNow(db, { memberId, usd: 150, now: first });
  app.time.now = noon("2026-02-02");
  await app.addMember({ sponsor: top });
  await insertAccepted(db, { memberId: top.id, amount: 100, now: app.time.now });
  await fund(db, top, { transfer: 70, withdraw_pending: 30 }, app.time.now);
  app.time.now = noon("2026-02-03");
  for (const day of ["2026-02-01", "2026-02-02"]) await closeDay(db, { day, now: app.time.now });
  await app.worker.drain();
});
afterAll(() => app.stop());

async function read(report: contract.ReportName, query: object = {}) {
  const viewer = await operatorSignedIn(app, "viewer");
  return (await viewer.call(contract.consoleReport, { params: { report }, query })).body.data;
}
const rows = async (report: contract.ReportName, query: object = {}) => (await read(report, query)).rows;

test("stakes and payouts are shown day by day, today as far as it has come", async () => {
  expect(await rows("stakes", { from: "2026-02-01" })).toEqual([
    ["2026-02-01", 3, 450, 450_000, 450_000],
    ["2026-02-02", 0, 0, 0, 0],
    ["2026-02-03", 0, 0, 0, 0],
  ]);
  await stakeNow(app.db, { memberId: members[1]!.id, usd: 15, now: app.time.now });
  expect((await rows("stakes")).at(-1)).toEqual(["2026-02-03", 1, 15, 15_000, 15_000]);
  expect(await rows("payouts", { from: "2026-02-02", to: "2026-02-02" })).toEqual([
    ["2026-02-02", 1, 100, 2, 1, 0, 97],
  ]);
});

test("growth counts everybody from the first day on, whatever the period", async () => {
  expect(await rows("growth", { from: "2026-02-02" })).toEqual([
    ["2026-02-02", 1, 4, 3],
    ["2026-02-03", 0, 4, null],
  ]);
});

test("liabilities are held against the pool: what was due, what members hold, what is still to be returned", async () => {
  const [first, second] = await rows("liabilities");
  // Two direct bonuses and a pair of $150. The day was closed two days later, and stood as it did at its end.
  expect(first).toEqual(["2026-02-01", 30_000, 1_000_000, 10_000, 30_000, 0, 450_000, 900_000]);
  // 0.5 % of 450,000 a day; on the first of 400 days that is all that was returned.
  expect(second).toEqual(["2026-02-02", 2250, 970_000, 10_000, 32_320, 30, 450_000, 897_750]);
});

test("top legs are those of the newest day measured", async () => {
  expect((await rows("top-legs"))[0]).toEqual(["Asha Verma", members[0]!.refId, 2, 150, 1, 150, 300]);
});

test("income is shown as how many members got how much a day", async () => {
  expect(await rows("income-distribution", { to: "2026-02-01" })).toEqual([
    ["Nothing", 2, 0],
    ["10,000 to 1,00,000 FC", 1, 30_000],
  ]);
  expect(await rows("income-distribution")).toEqual([
    ["Nothing", 1.5, 0],
    ["100 to 1,000 FC", 1.5, 1125],
    ["10,000 to 1,00,000 FC", 0.5, 15_000],
  ]);
});

test("columns are added up below their report, exactly", async () => {
  expect((await read("stakes", { from: "2026-02-01" })).totals).toEqual([null, 4, 465, 465_000, 465_000]);
  expect((await read("payouts")).totals).toEqual([null, 1, 100, 2, 1, 0, 97]);
  expect((await read("top-legs")).totals).toBeNull();
});

test("a period that goes beyond today ends today, however far it goes", async () => {
  expect(await read("growth", { from: "2026-02-02", to: "2036-02-02" })).toMatchObject({
    from: "2026-02-02",
    to: "2026-02-03",
    rows: [["2026-02-02", 1, 4, 3], expect.anything()],
  });
});

test("a day that has just ended is shown before a worker has added it up", async () => {
  const { now } = app.time;
  app.time.advance(oneDay);
  expect((await rows("growth")).map(([day]: contract.ReportCell[]) => day)).toEqual([
    "2026-02-01",
    "2026-02-02",
    "2026-02-03",
    "2026-02-04",
  ]);
  app.time.now = now;
});

test("days are added up once, and missing ones are filled in", async () => {
  app.time.advance(3 * oneDay);
  await app.worker.drain();
  const days = await app.db.selectFrom("daily_figures").select("day").orderBy("day").execute();
  expect(days.map(({ day }) => day)).toEqual([
    "2026-02-01",
    "2026-02-02",
    "2026-02-03",
    "2026-02-04",
    "2026-02-05",
  ]);
  expect((await rows("stakes", { from: "2026-02-03", to: "2026-02-03" }))[0]).toMatchObject({ 1: 1, 2: 15 });
});

test("the file of a report is what its screen shows, and one that does not exist is refused", async () => {
  const viewer = await operatorSignedIn(app, "viewer");
  const { body } = await viewer.call(contract.consoleReportCsv, {
    params: { report: "liabilities" },
    query: {},
  });
  expect(body).toContain("Day,Rewards due (FC),In the pool (FC),Coverage,In wallets (FC)");
  expect(body).toContain("2026-02-01,30000,1000000,100 %,30000,0,450000,900000");
  expect((await viewer.send("GET", "/api/console/reports/passwords")).status).toBeGreaterThanOrEqual(400);
});
