import { asFc } from "@fc/contract/units";
import { reasonOfCredit } from "@fc/contract/reports/credit-reason";
import { walletReports, type WalletRow } from "@fc/contract/reports/portal";
import { explain, type CreditReason } from "@fc/contract/reports/why";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDay } from "../../core/plan/closing.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { coins, fund, setPrice } from "../../testing/money.ts";
import { pay } from "../../testing/histories.ts";
import { noon } from "../../testing/noon.ts";
import {
  signedIn,
  startTestApp,
  type TestApp,
  type TestClient,
  type TestMember,
} from "../../testing/test-app.ts";

let app: TestApp;
let root: TestMember;
let left: TestMember;
let client: TestClient;
let rows: WalletRow[];

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app;
  const now = (app.time.now = noon("2026-02-01"));
  await setPrice(db, 15_000, now);
  // 225,000 of direct bonuses, 150,000 of matching and 30,000 of an offer are due: three quarters are there.
  await fillPool(db, coins(303_750), now);
  root = await app.addMember();
  left = await app.addMember({ sponsor: root, side: "left" });
  const right = await app.addMember({ sponsor: root, side: "right" });
  for (const [member, usd] of [[root, 150] as const, [left, 1500] as const, [right, 3000] as const]) {
    await stakeNow(db, { memberId: member.id, usd, now });
  }
  await closeDay(db, { day: "2026-02-01", now: noon("2026-02-02") });
  await fillPool(db, coins(1_000_000), noon("2026-02-02"));
  await closeDay(db, { day: "2026-02-02", now: noon("2026-02-03") });
  app.time.now = noon("2026-02-03");
  await pay(db, "ros", root.id, asFc(12_345n), app.time.now);
  await fund(db, root, { staking: 7 }, app.time.now);
  client = await signedIn(app, root);
  rows = (await client.call(walletReports.all.page, { params: { userId: root.id }, query: {} })).body.data;
});
afterAll(() => app.stop());

const reason = (transID: string, caller = client, member = root) =>
  caller.call(reasonOfCredit, { params: { userId: member.id, transID } });
const dayOf = ({ transactionAt }: WalletRow) => transactionAt.slice(0, 10);

test("every reward of a closing in a report has its reason, and comes to the same when computed again", async () => {
  const closed = rows.filter((row) => row.isReward && dayOf(row) < "2026-02-03");
  const reasons: CreditReason[] = [];
  for (const { transID } of closed) reasons.push((await reason(transID)).body.data);
  expect(reasons.map(({ kind, day }) => `${day} ${kind}`).toSorted()).toEqual([
    "2026-02-01 direct_bonus",
    "2026-02-01 direct_bonus",
    "2026-02-01 offer_reward",
    "2026-02-01 pair_matching",
    "2026-02-02 ros",
  ]);
  for (const each of reasons) expect(explain(each), each.kind).toMatchObject({ agrees: true });
});

test("a day that the pool did not cover says so, and what was paid of it", async () => {
  const pair = rows.find(({ message, isReward }) => isReward && message.startsWith("PAIR"))!;
  const { data } = (await reason(pair.transID)).body;
  expect(data).toMatchObject({
    planVersion: 1,
    fcFor15Usd: String(coins(15_000)),
    dueFc: String(coins(405_000)),
    availableFc: String(coins(303_750)),
    creditedFc: String(coins(112_500)),
    leftUsdCents: "150000",
    rightUsdCents: "300000",
    consumedUsdCents: "0",
    ownStakeUsdCents: "15000",
  });
});

test("what was changed afterwards does not agree any more", async () => {
  const ros = rows.find((row) => row.message === "ROI" && dayOf(row) === "2026-02-02")!;
  const { data } = (await reason(ros.transID)).body;
  expect(explain(data)).toMatchObject({ agrees: true });
  expect(explain({ ...data, creditedFc: String(BigInt(data.creditedFc) + 1n) })).toMatchObject({
    agrees: false,
  });
});

test("nobody sees the reason of another's reward, nor of an entry that is no reward or was not made by a closing", async () => {
  const other = await signedIn(app, left);
  const mine = rows.find(({ message }) => message.startsWith("OFFER"))!;
  expect((await reason(mine.transID, other, left)).status).toBe(404);
  const byHand = rows.find((row) => row.isReward && dayOf(row) === "2026-02-03")!;
  expect((await reason(byHand.transID)).status).toBe(404);
  const opening = rows.find((row) => !row.isReward)!;
  expect((await reason(opening.transID)).status).toBe(404);
  for (const nonsense of ["0-0", "1", "x", `${"9".repeat(30)}-1`, "1-1 or true"]) {
    expect((await reason(nonsense)).status, nonsense).toBe(404);
  }
});
