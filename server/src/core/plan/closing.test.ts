import { defaultPlan } from "@fc/contract/plan";
import { explain } from "@fc/contract/why";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { coins, setPrice, walletsOf } from "../../testing/money.ts";
import { startTestApp, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { statementPage } from "../ledger/statement.ts";
import { verify } from "../ledger/verify.ts";
import { closeDay } from "./closing.ts";
import { reasonOf } from "./reason.ts";
import { fillPool, stakeNow } from "./testing.ts";
import { planOn } from "./versions.ts";

let app: TestApp;
let root: TestMember;
let left: TestMember;
const noon = (day: string) => new Date(`${day}T12:00:00+05:30`);

beforeAll(async () => {
  app = await startTestApp();
  const now = (app.time.now = noon("2026-02-01"));
  const { db } = app;
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

  test("tell why each amount is what it is", async () => {
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
