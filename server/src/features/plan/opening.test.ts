import * as contract from "@fc/contract/plan/console";
import { createFirstMember } from "@fc/contract/registration/console";
import { defaultPlan } from "@fc/contract/testing/default-plan";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPlanVersion, planOn } from "../../core/plan/versions.ts";
import { atomically } from "../../platform/db.ts";
import { giveStake, setPrice } from "../../testing/money.ts";
import { noon } from "../../testing/noon.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { startTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

/** A company before its first member: the plan that came with the product is nobody's decision yet. */

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  app.time.now = noon("2026-02-01");
  admin = await operatorSignedIn(app, "admin");
});
afterAll(() => app.stop());

const plans = async () => (await admin.call(contract.planVersions, {})).body.data;
const withBonus = (basisPoints: number) => ({ ...defaultPlan, directBonus: { basisPoints } });
async function scheduled(basisPoints: number, effectiveFrom: string) {
  const rules = withBonus(basisPoints) as never;
  const { revision } = (await admin.call(contract.savePlanDraft, { body: { revision: 0, rules } })).body.data;
  return admin.call(contract.schedulePlanDraft, {
    body: { revision, effectiveFrom, reason: "Agreed by the board" },
  });
}
const meera = { name: "Meera Nair", gender: "F" as const, email: "meera@example.com" };

test("nobody registers before an admin has confirmed the plan, which is done once and by the version that was read", async () => {
  expect((await plans()).isDecided).toBe(false);
  expect((await admin.call(createFirstMember, { body: meera })).body.code).toBe("PLAN_NOT_CONFIRMED");
  expect((await admin.call(contract.confirmPlan, { body: { version: 2 } })).body.code).toBe("CONFLICT");
  const clients = await Promise.all(Array.from({ length: 8 }, () => operatorSignedIn(app, "admin")));
  const answers = await Promise.all(
    clients.map((client) => client.call(contract.confirmPlan, { body: { version: 1 } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body).toMatchObject({ code: "DECIDED_ALREADY", fields: { by: "The admin" } });
  }
  expect((await plans()).isDecided).toBe(true);
  expect((await admin.call(createFirstMember, { body: meera })).status).toBe(200);
});

test("while nobody has staked the plan is changed at once, also twice on a day, and never after the first stake", async () => {
  const house = await startTestApp();
  house.time.now = noon("2026-02-01");
  admin = await operatorSignedIn(house, "admin");
  expect((await plans()).earliest).toBe("2026-02-01");
  expect((await scheduled(700, "2026-01-31")).body.fields).toHaveProperty("effectiveFrom");
  const { revision } = (await plans()).draft;
  const body = { revision, effectiveFrom: "2026-02-01", reason: "Agreed by the board" };
  expect((await admin.call(contract.schedulePlanDraft, { body })).body).toMatchObject({
    data: { version: 2 },
  });
  expect((await plans()).isDecided).toBe(true);
  expect((await scheduled(800, "2026-02-01")).body.data).toEqual({ version: 3 });
  expect((await planOn(house.db, "2026-02-01")).rules.directBonus.basisPoints).toBe(800);
  await setPrice(house.db, 15_000, house.time.now);
  await giveStake(house.db, await house.addMember(), house.time.now);
  expect((await plans()).earliest).toBe("2026-02-08");
  expect((await scheduled(900, "2026-02-01")).body.fields).toEqual({
    effectiveFrom: "A plan begins on a day to come",
  });
  await house.stop();
});

test("a stake that begins while the plan changes has the terms of the plan that is in force", async () => {
  const house = await startTestApp();
  house.time.now = noon("2026-02-01");
  await setPrice(house.db, 15_000, house.time.now);
  const member = await house.addMember();
  const [, added] = await Promise.allSettled([
    giveStake(house.db, member, house.time.now),
    atomically(house.db, addPlanVersion, {
      rules: withBonus(700),
      effectiveFrom: "2026-02-01",
      now: house.time.now,
    }),
  ]);
  const stake = await house.db.selectFrom("stakes").select("plan_version").executeTakeFirstOrThrow();
  const { version } = await planOn(house.db, "2026-02-01");
  expect(stake.plan_version).toBe(version);
  expect(version).toBe(added.status === "fulfilled" ? 2 : 1);
  await house.stop();
});
