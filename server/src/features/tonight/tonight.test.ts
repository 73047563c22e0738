import { asUsdCents } from "@fc/contract/units";
import { daysAfter, endOfDay, indiaDayOf } from "@fc/contract/period";
import { rewardKindNames, rewardKinds } from "@fc/contract/plan/reward-kinds";
import { defaultKinds } from "@fc/contract/testing/default-plan";
import { tonight, tonightWith, type Tonight } from "@fc/contract/tonight/portal";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountSql } from "../../core/ledger/accounts.ts";
import { rollUp } from "../../core/network/roll-up.ts";
import { closeDay, closingStep } from "../../core/plan/closing.ts";
import { projectionTask, projectTotal } from "../../core/plan/projected-total.ts";
import { after, hour, minute } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import { coins, setPrice } from "../../testing/money.ts";
import { generate } from "../../testing/network/generate.ts";
import { comparedClosing } from "../../testing/plan/projected-closing.ts";
import { stakeAgain, stakeForEverybody } from "../../testing/plan/staked-network.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { signedIn, startTestApp, type TestApp, type TestMember } from "../../testing/test-app.ts";
import { tonightOf } from "./queries.ts";

const until = new Date("2026-01-31T12:00:00Z");
const firstDay = indiaDayOf(until);

describe("in a network of 2,000 members", () => {
  const members = 2000;
  let app: TestApp;
  let firstId: number;

  beforeAll(async () => {
    app = await startTestApp();
    ({ firstId } = await generate(app.databaseUrl, {
      members,
      seed: 7,
      shape: "deep",
      until,
      everybodyStakes: true,
    }));
    // Half of what the first closing owes.
    await stakeForEverybody(app.databaseUrl, { poolFc: coins(2_000_000) });
    await app.db.insertInto("closings_begin").values({ first_day: firstDay }).execute();
  });
  afterAll(() => app.stop());

  /**
   * What is shown a minute before the day ends against what its closing pays: for all members by the projection's
   * query, and for every tenth as that member reads it.
   */
  async function shownAndPaid(day: string) {
    const end = endOfDay(day);
    app.time.now = after(end, -minute);
    await projectTotal(app.db, app.time.now);
    const shown = new Map<number, Tonight>();
    for (let id = firstId; id < firstId + members; id += 10) shown.set(id, (await tonightOf(app.db, id))!);
    const close = () => closeDay(app.db, { day, now: after(end, hour) });
    const all = await comparedClosing(app.databaseUrl, { now: app.time.now, close });
    const { rows } = await sql<{ member_id: number; kind: string; amount: bigint }>`
      select ${sql.raw(accountSql.memberId("credit_id"))}::int as member_id, entry.kind, sum(amount)::bigint as amount
      from ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id
      where entry.effective_at = ${after(end, -1)} and debit_id = 1 group by 1, 2`.execute(app.db);
    const paid = new Map(rows.map(({ member_id, kind, amount }) => [`${member_id}/${kind}`, amount]));
    const differences = [...shown].flatMap(([id, { pays }]) =>
      rewardKindNames.filter((kind) => {
        const shownFc = BigInt(Math.round(pays[rewardKinds[kind].planSection] * 10_000));
        return shownFc !== (paid.get(`${id}/${kind}`) ?? 0n);
      }),
    );
    const paidKinds = new Set(rows.map(({ kind }) => kind));
    return { all, differences, paidKinds, coverage: shown.get(firstId)!.coverage! };
  }

  test("what is shown at 23:59 is what is paid, to the unit, where the pool covers a part of it", async () => {
    const { all, differences, coverage } = await shownAndPaid(firstDay);
    expect(all).toEqual({ members: expect.any(Number), differences: 0 });
    expect(all.members).toBeGreaterThan(members / 2);
    expect(differences).toEqual([]);
    expect(coverage).toMatchObject({ isCurrent: true });
    expect(coverage.share).toBeLessThan(10_000);
    const { flushed_usd_cents } = await app.db
      .selectFrom("closings")
      .select("flushed_usd_cents")
      .executeTakeFirstOrThrow();
    expect(flushed_usd_cents).toBeGreaterThan(0n);
  });

  test("and on a day with new stakes and a pool that covers everything, with every kind of reward", async () => {
    const day = daysAfter(firstDay, 1);
    const at = after(endOfDay(day), -12 * hour);
    const memberIds = Array.from({ length: 60 }, (_, index) => firstId + index * 33);
    await fillPool(app.db, coins(500_000_000), at);
    await atomically(app.db, stakeAgain, { memberIds, usdCents: asUsdCents(100_000n), at });
    await rollUp(app.db);
    const { all, differences, coverage, paidKinds } = await shownAndPaid(day);
    expect(all.differences).toBe(0);
    expect(differences).toEqual([]);
    expect(coverage).toMatchObject({ isCurrent: true, share: 10_000 });
    expect([...paidKinds].toSorted()).toEqual(defaultKinds.toSorted());
  });
});

describe("a member with both legs", () => {
  const day = "2026-02-01";
  const noon = new Date(`${day}T12:00:00+05:30`);
  let app: TestApp;
  let root: TestMember;
  let left: TestMember;

  beforeAll(async () => {
    app = await startTestApp();
    app.time.now = noon;
    const { db } = app;
    await setPrice(db, 15_000, noon);
    await fillPool(db, coins(10_000_000), noon);
    root = await app.addMember();
    left = await app.addMember({ sponsor: root, side: "left" });
    const right = await app.addMember({ sponsor: root, side: "right" });
    await stakeNow(db, { memberId: root.id, usd: 150, now: noon });
    await stakeNow(db, { memberId: left.id, usd: 60, now: noon });
    await stakeNow(db, { memberId: right.id, usd: 75, now: noon });
    await db.insertInto("closings_begin").values({ first_day: day }).execute();
  });
  afterAll(() => app.stop());

  async function shown(): Promise<Tonight | null> {
    const client = await signedIn(app, root);
    return (await client.call(tonight, { params: { userId: root.id } })).body.data;
  }

  async function shownWith(usd: 30 | 150) {
    const client = await signedIn(app, root);
    return (await client.call(tonightWith, { params: { userId: root.id }, query: { usd } })).body.data;
  }

  test("sees each kind, the cap, and that the pool's share is not computed before the task has run", async () => {
    expect(await shown())?.toMatchObject({
      day,
      due: { ros: 0, directBonus: 6750, pairMatching: 6000, offers: 0 },
      totalPays: 12_750,
      pairs: { left: 60, right: 75, matched: 60, bonus: 6, cap: 150, flushed: 0 },
      coverage: null,
    });
  });

  test("sees by the task's sum what the pool covers, and whether it still holds", async () => {
    const task = projectionTask(app.deps);
    expect(await task.hasWork!()).toBe(true);
    await task.run({});
    expect((await shown())?.coverage).toMatchObject({ share: 10_000, due: 12_750, isCurrent: true });
    expect(await task.hasWork!()).toBe(false);
    await stakeNow(app.db, { memberId: left.id, usd: 15, now: noon });
    expect((await shown())?.coverage).toMatchObject({ isCurrent: false });
    app.time.now = after(noon, hour);
    await task.run({});
    expect((await shown())?.coverage).toMatchObject({ isCurrent: true });
  });

  test("sees what one more stake would change on each side, and by whom", async () => {
    const { left: onLeft } = await shownWith(150);
    // Both legs have $75: neither side alone has more to match with.
    const none = { directBonus: 0, pairMatching: 0, offers: 0, total: 0, flushed: 0 };
    expect(onLeft).toEqual({ byTeam: none, bySponsored: { ...none, directBonus: 7500, total: 7500 } });
    await stakeNow(app.db, { memberId: left.id, usd: 60, now: noon });
    const then = await shownWith(30);
    expect(then.left.byTeam).toEqual(none);
    expect(then.right.byTeam).toEqual({ ...none, pairMatching: 3000, total: 3000 });
  });

  test("sees no figures while the day is being closed, and afterwards those of the next day", async () => {
    const now = after(endOfDay(day), hour);
    await atomically(app.db, closingStep, { day, now });
    expect(await shown()).toBeNull();
    await closeDay(app.db, { day, now });
    expect((await shown())?.day).toBe(daysAfter(day, 1));
  });
});
