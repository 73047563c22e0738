import { stakingInvestment } from "@fc/contract/staking/portal";
import { dashboard } from "@fc/contract/dashboard/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { coins, setPrice } from "../../testing/money.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { signedIn, startTestApp, type TestApp } from "../../testing/test-app.ts";
import { closeDay } from "../plan/closing.ts";
import { returnsPaid } from "./life.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  app.time.now = new Date("2027-02-01T12:00:00+05:30");
  await setPrice(app.db, 15_000, app.time.now);
});
afterAll(() => app.stop());

const close = (day: string) => closeDay(app.db, { day, now: new Date(`${day}T23:59:59Z`) });

test("a stake says its day, its last day, what was returned, and what the pool did not cover", async () => {
  const { db } = app;
  const member = await app.addMember();
  const stakeId = await stakeNow(db, { memberId: member.id, usd: 150, now: app.time.now });
  const life = async () => {
    const client = await signedIn(app, member);
    const params = { userId: member.id };
    const { data } = (await client.call(stakingInvestment, { params, query: {} })).body;
    const { stakes } = (await client.call(dashboard, { params })).body.data;
    expect(stakes).toEqual([{ id: stakeId, amountUsd: 150, life: data[0].life }]);
    return data[0].life;
  };
  // 150,000 FC bring 750 FC a day, and 300,000 FC in 400 days.
  const fixed = { days: 400, last: "2028-03-07", perDay: 750, whole: 300_000 };
  expect(await life()).toEqual({ ...fixed, day: 0, returned: 0, notCovered: 0 });
  await close("2027-02-01");
  // The pool holds 1,000 FC: all of the first day, and 250 FC of the second.
  await fillPool(db, coins(1_000), app.time.now);
  app.time.now = new Date("2027-02-03T12:00:00+05:30");
  await close("2027-02-02");
  expect(await life()).toEqual({ ...fixed, day: 2, returned: 750, notCovered: 0 });
  app.time.now = new Date("2027-02-04T12:00:00+05:30");
  await close("2027-02-03");
  expect(await life()).toEqual({ ...fixed, day: 3, returned: 1_000, notCovered: 500 });
  const stake = { principal_fc: coins(150_000), started_on: "2027-02-01" };
  const ros = { dailyBasisPoints: 50, limitBasisPoints: 20_000 };
  expect(await returnsPaid(db, stake, ros)).toBe(coins(1_000));

  // After its end it stays at its last day, whatever is closed later.
  const endedAt = new Date("2027-02-04T00:00:00+05:30");
  await db.updateTable("stakes").set({ ended_at: endedAt }).where("id", "=", stakeId).execute();
  await fillPool(db, coins(10_000), app.time.now);
  await close("2027-02-04");
  app.time.now = new Date("2027-02-06T12:00:00+05:30");
  const client = await signedIn(app, member);
  const { data } = (await client.call(stakingInvestment, { params: { userId: member.id }, query: {} })).body;
  expect(data[0].life).toMatchObject({ day: 2, returned: 1_000, notCovered: 500 });
});
