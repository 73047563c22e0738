import { daysAfter } from "@fc/contract/period";
import { expect, test } from "vitest";
import { closeDay } from "../../core/plan/closing.ts";
import { coins, fund, setPrice } from "../../testing/money.ts";
import { noon } from "../../testing/noon.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

const days = ["2026-02-01", "2026-02-02", "2026-02-03"] as const;

/** The same three days of a network: every day somebody joins, stakes and gets coins. `after` a day's noon, days are closed. */
async function standingsOf(after: (app: TestApp, day: string) => Promise<void>) {
  const app = await startTestApp();
  try {
    const { db, time } = app;
    time.now = noon(days[0]);
    await setPrice(db, 15_000, time.now);
    await fillPool(db, coins(1_000_000), time.now);
    const top = await app.addMember();
    for (const [at, day] of days.entries()) {
      time.now = noon(day);
      const joined = await app.addMember({ sponsor: top, side: at % 2 === 0 ? "left" : "right" });
      for (const { id: memberId } of [top, joined])
        await stakeNow(db, { memberId, usd: 150 * (at + 1), now: time.now });
      await fund(db, joined, { transfer: 70, withdraw_pending: 30 * (at + 1) }, time.now);
      await after(app, day);
    }
    // The worker closes the days up to its own time, beside what this test reads.
    const standings = await db
      .selectFrom("daily_standings")
      .where("day", "in", days)
      .select(["day", "members", "active_members", "wallets_fc", "pending_fc", "staked_fc", "to_return_fc"])
      .select("pool_fc")
      .orderBy("day")
      .execute();
    const legs = await db
      .selectFrom("top_legs")
      .where("day", "in", days)
      .selectAll()
      .orderBy("day")
      .orderBy("place")
      .execute();
    return { standings, legs };
  } finally {
    await app.stop();
  }
}

test("a day that was closed late has the standings of one that was closed in time", async () => {
  const inTime = await standingsOf(async (app, day) => {
    app.time.now = noon(daysAfter(day, 1));
    await closeDay(app.db, { day, now: app.time.now });
    await app.worker.drain();
  });
  const late = await standingsOf(async (app, day) => {
    if (day !== days.at(-1)) return;
    // The worker closes one more day beside it. With more of them one run would not measure all days.
    app.time.now = noon(daysAfter(day, 2));
    for (const each of days) await closeDay(app.db, { day: each, now: app.time.now });
    await app.worker.drain();
  });
  expect(inTime.standings.map(({ day, members }) => [day, members])).toEqual([
    ["2026-02-01", 2],
    ["2026-02-02", 3],
    ["2026-02-03", 4],
  ]);
  expect(inTime.legs.length).toBeGreaterThan(0);
  expect(late).toEqual(inTime);
});
