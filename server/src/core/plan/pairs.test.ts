import { daysAfter, endOfDay } from "@fc/contract/period";
import { afterAll, beforeAll, expect, test } from "vitest";
import { coins, setPrice } from "../../testing/money.ts";
import { startTestApp, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { closeDay } from "./closing.ts";
import { pairStandingOf } from "./standing.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";

let app: TestApp;
let person: TestMember;
const team = {} as Record<"left" | "right" | "deepLeft" | "deepRight", TestMember>;
const firstDay = "2026-02-01";
const noon = (number: number) => new Date(endOfDay(daysAfter(firstDay, number)).getTime() - 12 * 3_600_000);

beforeAll(async () => {
  app = await startTestApp();
  app.time.now = noon(0);
  await setPrice(app.db, 15_000, noon(0));
  await fillPool(app.db, coins(100_000_000), noon(0));
  // In the middle of a left run, and at the head of a right one.
  const top = await app.addMember();
  person = await app.addMember({ sponsor: top, side: "left" });
  team.left = await app.addMember({ sponsor: person, side: "left" });
  team.right = await app.addMember({ sponsor: person, side: "right" });
  team.deepLeft = await app.addMember({ sponsor: team.left, side: "left" });
  team.deepRight = await app.addMember({ sponsor: team.right, side: "right" });
});
afterAll(() => app.stop());

/** Stakes of a day, by whom; then what was matched of it, in dollars, and whether that was to be seen before. */
async function dayOf(
  number: number,
  stakes: Partial<Record<keyof typeof team | "own", number>>,
): Promise<number> {
  const { db } = app;
  for (const [name, usd] of Object.entries(stakes)) {
    const memberId = name === "own" ? person.id : team[name as keyof typeof team].id;
    await stakeNow(db, { memberId, usd, now: noon(number) });
  }
  const standing = await pairStandingOf(db, { memberId: person.id, now: noon(number) });
  const day = daysAfter(firstDay, number);
  await closeDay(db, { day, now: endOfDay(day) });
  const pair = await db
    .selectFrom("closing_pairs")
    .select(["matched_usd_cents", "flushed_usd_cents"])
    .where("day", "=", day)
    .where("member_id", "=", person.id)
    .executeTakeFirst();
  const matched = pair?.matched_usd_cents ?? 0n;
  if (standing.isQualified) expect(standing.step.matchedUsdCents).toBe(matched);
  else expect(pair).toBeUndefined();
  return Number(matched) / 100;
}

test("business is carried until a member qualifies, and then matched whenever the weaker leg grows", async () => {
  expect(await dayOf(0, { own: 150, deepLeft: 90 })).toBe(0);
  expect(await dayOf(1, { deepRight: 60 })).toBe(0);
  // Sponsored on one side only: still carried.
  expect(await dayOf(2, { left: 15 })).toBe(0);
  // Left has 105 by now and right 360: qualified.
  expect(await dayOf(3, { right: 300 })).toBe(105);
  // The stronger leg alone matches nothing.
  expect(await dayOf(4, { deepRight: 45 })).toBe(0);
  // Somebody sponsored by another, further down the same run; right has 300 left.
  expect(await dayOf(5, { deepLeft: 30 })).toBe(30);
  expect(await dayOf(6, {})).toBe(0);
  expect(await dayOf(7, { deepLeft: 1000 })).toBe(270);
  // Now the right one is the weaker: 730 are left on the left.
  expect(await dayOf(8, { deepLeft: 15 })).toBe(0);
  expect(await dayOf(9, { deepRight: 75 })).toBe(75);
  // Beyond the cap of $150 a day, which is the bonus for $1,500.
  expect(await dayOf(10, { deepLeft: 6000, deepRight: 6000 })).toBe(1500);
  expect(await dayOf(11, {})).toBe(0);
});
