import * as contract from "@fc/contract/plan/console";
import { defaultPlan } from "@fc/contract/testing/default-plan";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { beginClosings } from "../../core/plan/calendar.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { planOn } from "../../core/plan/versions.ts";
import { atomically } from "../../platform/db.ts";
import { coins, setPrice } from "../../testing/money.ts";
import { noon } from "../../testing/noon.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { second } from "../../platform/clock.ts";
import { confirmNewest } from "../../testing/proposals.ts";
import { startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let admin: TestClient;
const generous = { ...defaultPlan, directBonus: { basisPoints: 800 } };

beforeAll(async () => {
  app = await startTestApp();
  app.time.now = noon("2026-02-01");
  await operatorSignedIn(app, "admin");
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.deleteFrom("plan_drafts").execute();
  admin = await operatorSignedIn(app, "admin");
});

const plans = async () => (await admin.call(contract.planVersions, {})).body.data;
const save = (revision: number, rules: object = generous, client = admin) =>
  client.call(contract.savePlanDraft, { body: { revision, rules: rules as never } });
const schedule = (revision: number, effectiveFrom: string, client = admin) =>
  client.call(contract.schedulePlanDraft, {
    body: { revision, effectiveFrom, reason: "Agreed by the board" },
  });
/** Scheduled by one admin and confirmed by another. Returns the version. */
async function scheduled(revision: number, effectiveFrom: string): Promise<number> {
  expect((await schedule(revision, effectiveFrom)).body.data).toEqual({ version: null });
  expect((await confirmNewest(app)).status).toBe(200);
  const { versions } = await plans();
  return Math.max(...versions.map(({ version }: contract.ConsolePlanVersion) => version));
}
const withdraw = (version: number, client = admin) =>
  client.call(contract.withdrawPlanVersion, { params: { id: version } });

test("a draft is checked by the plan's own rules, and saved over the one that was read", async () => {
  expect((await save(0, { ...defaultPlan, directBonus: { basisPoints: -1 } })).status).toBe(400);
  const revision = (await save(0)).body.data.revision;
  expect((await plans()).draft).toMatchObject({ revision, rules: generous, editedBy: "The admin" });
  expect((await save(revision, { ...generous, offers: [] })).status).toBe(200);

  // Of a page that still shows the draft of before, and of one that shows none.
  for (const stale of [revision, 0]) {
    expect((await save(stale)).body).toMatchObject({ code: "DECIDED_ALREADY", fields: { by: "The admin" } });
  }
  expect((await schedule(revision, "2026-03-01")).body.code).toBe("DECIDED_ALREADY");
  expect((await plans()).draft.rules.offers).toEqual([]);
});

test("of operators who write at once one wins, and the others get an error", async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => operatorSignedIn(app, "admin")));
  const begun = await Promise.all(others.map((other) => save(0, generous, other)));
  expect(begun.filter(({ status }) => status === 200)).toHaveLength(1);
  const { revision } = begun.find(({ status }) => status === 200)!.body.data;
  const saved = await Promise.all(others.map((other) => save(revision, defaultPlan, other)));
  expect(saved.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a draft is run dry by a worker, as if it were the plan in force", async () => {
  const { db } = app;
  const now = app.time.now;
  await setPrice(db, 15_000, now);
  const sponsor = await app.addMember();
  const member = await app.addMember({ sponsor });
  await fillPool(db, coins(1_000_000), now);
  for (const { id: memberId } of [sponsor, member]) await stakeNow(db, { memberId, usd: 1500, now });
  await atomically(db, beginClosings, { now });
  const { revision } = (await save(0)).body.data;
  expect((await plans()).draft.dryRun).toBeNull();
  await admin.call(contract.dryRunPlanDraft, { body: { revision } });
  await app.worker.drain();
  const { dryRun } = (await plans()).draft;
  // 8 % of $1,500 instead of 5 %.
  expect(dryRun).toMatchObject({
    state: "done",
    result: { day: "2026-02-01", due: { directBonus: 120_000 } },
  });
  // It is the run of those rules, and of no others.
  await save(revision, defaultPlan);
  expect((await plans()).draft.dryRun).toBeNull();
});

test("a draft is scheduled for a day to come, after the newest version, and is in force from then on", async () => {
  const { revision } = (await save(0)).body.data;
  expect((await schedule(revision, "2026-02-01")).body.fields).toEqual({
    effectiveFrom: "A plan begins on a day to come",
  });
  expect(await scheduled(revision, "2026-02-10")).toBe(2);
  const { versions, draft, earliest } = await plans();
  expect(draft).toBeNull();
  expect(earliest).toBe("2026-02-11");
  expect(versions).toMatchObject([
    {
      version: 2,
      state: "scheduled",
      effectiveFrom: "2026-02-10",
      effectiveTo: null,
      createdBy: "The admin",
    },
    { version: 1, state: "in force", effectiveTo: "2026-02-09" },
  ]);
  expect((await planOn(app.db, "2026-02-09")).version).toBe(1);
  expect((await planOn(app.db, "2026-02-10")).rules.directBonus.basisPoints).toBe(800);
  const log = await app.db
    .selectFrom("operator_log")
    .select("details")
    .where("action", "=", "plan/schedule")
    .executeTakeFirstOrThrow();
  expect(log.details).toMatchObject({ version: 2, changes: "Direct bonus, of each stake: 5 % → 8 %" });
});

test("a proposed plan is never confirmed with another draft that was put in its place", async () => {
  const harmless = { ...defaultPlan, directBonus: { basisPoints: 501 } };
  const begun = (await save(0, harmless)).body.data.revision;
  const used = [begun];
  for (let saves = 0; saves < 5; saves++) used.push((await save(used.at(-1), harmless)).body.data.revision);
  const proposed = used.at(-1)!;
  expect((await schedule(proposed, "2026-03-01")).body.data).toEqual({ version: null });
  expect((await admin.call(contract.discardPlanDraft, { body: { revision: proposed } })).status).toBe(200);
  // The revision once began with the second, and each save added one.
  app.time.advance((proposed - begun) * second);
  expect(used).not.toContain((await save(0, generous)).body.data.revision);
  expect((await confirmNewest(app)).body.code).toBe("PROPOSAL_CHANGED");

  // Not even where the database itself gives the other draft the same number.
  await app.db.updateTable("plan_drafts").set({ revision: proposed }).execute();
  expect((await confirmNewest(app)).body.code).toBe("PROPOSAL_CHANGED");
  expect((await plans()).versions).toHaveLength(2);
});

test("one that changes nothing of what it follows is not scheduled; one that goes back to today's rules is", async () => {
  const { revision } = (await save(0)).body.data;
  expect((await schedule(revision, "2026-02-20")).body.code).toBe("NOTHING_CHANGED");
  expect((await plans()).draft).not.toBeNull();
  const saved = (await save(revision, defaultPlan)).body.data;
  expect(await scheduled(saved.revision, "2026-02-20")).toBe(3);
  expect((await withdraw(3)).status).toBe(200);
});

test("a scheduled version is withdrawn once, stays to be seen, and leaves its day to another", async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => operatorSignedIn(app, "admin")));
  const answers = await Promise.all(others.map((other) => withdraw(2, other)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body).toMatchObject({ code: "DECIDED_ALREADY", fields: { by: "The admin" } });
  }
  expect((await planOn(app.db, "2026-02-10")).version).toBe(1);
  expect((await plans()).versions).toContainEqual(
    expect.objectContaining({ version: 2, state: "withdrawn" }),
  );
  const { revision } = (await save(0)).body.data;
  expect(await scheduled(revision, "2026-02-10")).toBe(4);
});

test("nothing in force can be withdrawn, nor what begins within minutes", async () => {
  expect((await withdraw(1)).status).toBe(400);
  app.time.now = new Date("2026-02-09T23:58:00+05:30");
  admin = await operatorSignedIn(app, "admin");
  expect((await withdraw(4)).status).toBe(400);
  expect((await withdraw(99)).status).toBe(404);
  app.time.now = noon("2026-02-10");
  admin = await operatorSignedIn(app, "admin");
  expect((await plans()).versions.map(({ state }: contract.ConsolePlanVersion) => state)).toEqual([
    "withdrawn",
    "in force",
    "withdrawn",
    "past",
  ]);
});
