import * as contract from "@fc/contract/closings/console";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginClosings } from "../../core/plan/calendar.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { atomically } from "../../platform/db.ts";
import { coins, setPrice } from "../../testing/money.ts";
import { noon } from "../../testing/noon.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp, type TestApp, type TestMember } from "../../testing/test-app.ts";

let app: TestApp;
let sponsor: TestMember;

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app;
  const now = (app.time.now = noon("2026-02-01"));
  await setPrice(db, 15_000, now);
  sponsor = await app.addMember();
  const member = await app.addMember({ sponsor });
  await fillPool(db, coins(1_000_000), now);
  for (const { id: memberId } of [sponsor, member]) await stakeNow(db, { memberId, usd: 1500, now });
  await atomically(db, beginClosings, { now });
  // So that nothing is closed unless an operator requests it.
  await db
    .insertInto("schedules")
    .values({ task: "plan.closing", next_run_at: noon("2027-01-01") })
    .execute();
});
afterAll(() => app.stop());

const finance = () => operatorSignedIn(app, "finance");
const days = async (query: object = {}) =>
  (await (await operatorSignedIn(app, "viewer")).call(contract.consoleClosings, { query })).body;

test("a dry run is computed by a worker, once for all who request it, and shows totals, top earners and how many", async () => {
  const [first, second] = [await finance(), await finance()];
  expect((await first.call(contract.lastDryRun, {})).body.data).toBeNull();
  const answers = await Promise.all([
    first.call(contract.requestDryRun, {}),
    second.call(contract.requestDryRun, {}),
  ]);
  expect(answers[0].body.data.id).toBe(answers[1].body.data.id);
  expect((await first.call(contract.lastDryRun, {})).body.data).toMatchObject({
    state: "waiting",
    result: null,
  });
  await app.worker.drain();
  const { data } = (await first.call(contract.lastDryRun, {})).body;
  expect(data).toMatchObject({ state: "done", askedBy: "The finance", problem: null });
  // 5 % of the member's $1,500 to the sponsor.
  expect(data.result).toMatchObject({
    day: "2026-02-01",
    due: { ros: 0, directBonus: 75_000, pairMatching: 0, offers: 0 },
    coverage: 10_000,
    topEarners: [{ refId: sponsor.refId, due: 75_000 }],
    distribution: [
      { from: 0, members: 1 },
      { from: 10_000, members: 1 },
    ],
  });
  expect((await days()).total).toBe(0);
});

test("a dry run that fails says so, and another one can be requested once its job is gone", async () => {
  const client = await finance();
  await client.call(contract.requestDryRun, {});
  await app.db
    .updateTable("jobs")
    .set({ failed_at: app.time.now })
    .where("task", "=", "plan.dry-run")
    .execute();
  expect((await client.call(contract.lastDryRun, {})).body.data.state).toBe("failed");
  await client.call(contract.requestDryRun, {});
  expect((await client.call(contract.lastDryRun, {})).body.data.state).toBe("waiting");
});

test("a day that has not ended, or is not the next one, is not closed", async () => {
  const client = await finance();
  const close = (day: string) => client.call(contract.closeMissedDay, { body: { day } });
  expect((await close("2026-02-01")).body.fields).toEqual({ day: "This day has not ended yet" });
  app.time.now = noon("2026-02-03");
  const later = await (await finance()).call(contract.closeMissedDay, { body: { day: "2026-02-02" } });
  expect(later.body.fields.day).toContain("in order");
  expect((await close("2026-01-31")).status).not.toBe(200);
});

test("missed days are closed once, however many operators request it at once, and the progress is shown", async () => {
  const clients = await Promise.all(Array.from({ length: 6 }, finance));
  const progress = async () => (await clients[0]!.call(contract.closingProgress, {})).body.data;
  expect(await progress()).toMatchObject({ day: "2026-02-01", state: "waiting", done: 0, missedDays: 2 });
  const answers = await Promise.all(
    clients.map((client) => client.call(contract.closeMissedDay, { body: { day: "2026-02-01" } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  await app.worker.drain();
  const { data, total } = await days();
  expect(total).toBe(2);
  expect(data).toMatchObject([
    { day: "2026-02-02", state: "sealed", due: { ros: 15_000 }, paid: 15_000, coverage: 10_000, credits: 2 },
    { day: "2026-02-01", state: "sealed", due: { directBonus: 75_000 }, paid: 75_000, credits: 1 },
  ]);
  expect(await progress()).toMatchObject({ day: "2026-02-03", missedDays: 0 });

  // The page of somebody who did not reload it.
  const late = await clients[1]!.call(contract.closeMissedDay, { body: { day: "2026-02-01" } });
  expect(late.body).toMatchObject({ code: "DECIDED_ALREADY" });
  const bonuses = await app.db
    .selectFrom("ledger_entries")
    .select("key")
    .where("kind", "=", "direct_bonus")
    .execute();
  expect(bonuses).toHaveLength(1);
  const log = await app.db
    .selectFrom("operator_log")
    .select("details")
    .where("action", "=", "closing/run")
    .execute();
  expect(log).toHaveLength(6);
});

test("days are sorted, narrowed and downloaded", async () => {
  const shown = async (query: object) => (await days(query)).data.map(({ day }: { day: string }) => day);
  expect(await shown({ sort: "paid", order: "desc" })).toEqual(["2026-02-01", "2026-02-02"]);
  expect(await shown({ from: "2026-02-02" })).toEqual(["2026-02-02"]);
  const { body } = await (await finance()).call(contract.consoleClosingsCsv, { query: {} });
  expect(body).toContain("2026-02-01,sealed,1,0,75000,0,0,75000,1000000,75000,100 %,1,0,0,0,0");
});
