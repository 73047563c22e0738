import * as contract from "@fc/contract/activity/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDay } from "../../core/plan/closing.ts";
import { endStakesOf } from "../../core/plan/ending.ts";
import { reverseStake } from "../../core/staking/stakes.ts";
import { atomically } from "../../platform/db.ts";
import { coins, setPrice } from "../../testing/money.ts";
import { fillPool, stakeNow } from "../../testing/plan/stakes.ts";
import { approveStake, newcomer, requestedStake, type Person } from "../../testing/staking-requests.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
const startedAt = new Date("2027-01-01T12:00:00+05:30");
/** Of a stake that returns half a percent a day up to twice its principal. */
const lastDay = "2028-02-05";

beforeAll(async () => {
  app = await startTestApp();
  app.time.now = startedAt;
  await setPrice(app.db, 15_000, startedAt);
  await fillPool(app.db, coins(10_000_000), startedAt);
});
afterAll(() => app.stop());

async function activityOf(
  { member, client }: Person,
  query: Record<string, string> = {},
): Promise<contract.Movement[]> {
  return (await client.call(contract.activity, { params: { userId: member.id }, query })).body.data;
}

async function sumsOf({ member, client }: Person): Promise<contract.ActivitySums> {
  return (await client.call(contract.activitySums, { params: { userId: member.id }, query: {} })).body.data;
}

/** No wallet gains or loses by it. */
const ofStake = { kind: "stakes", direction: "between", amountFc: 150_000, balanceFc: 0, wallets: [] };

test("a stake that was paid from outside is in the activity when it starts, and when it is undone, with the reason", async () => {
  const person = await newcomer(app);
  await approveStake(app, await requestedStake(app, person));
  const started = { ...ofStake, message: "STAKE", reference: null, transID: null };
  expect(await activityOf(person)).toMatchObject([started]);
  const { id: stakeId } = await app.db
    .selectFrom("stakes")
    .select("id")
    .where("member_id", "=", person.member.id)
    .executeTakeFirstOrThrow();
  await atomically(app.db, reverseStake, { stakeId, reason: "The payment was recalled", now: app.time.now });
  const undone = { ...ofStake, message: "STAKE/UNDONE/The payment was recalled" };
  expect(await activityOf(person)).toMatchObject([undone, started]);
  expect(await activityOf(person, { kinds: "stakes", size: "1" })).toMatchObject([undone]);
  expect(await activityOf(person, { kinds: "adjustments" })).toEqual([]);
  expect(await activityOf(person, { search: "रद्द", messages: "STAKE/UNDONE" })).toMatchObject([undone]);
  expect(await activityOf(person, { search: "1,50,000" })).toHaveLength(2);
  expect(await activityOf(person, { wallet: "staking" })).toEqual([]);
  expect(await sumsOf(person)).toEqual({ count: 2, inFc: 0, outFc: 0, netFc: 0 });
});

test("an undone stake that was paid from a wallet comes back there", async () => {
  const person = await newcomer(app);
  const stakeId = await stakeNow(app.db, { memberId: person.member.id, usd: 150, now: app.time.now });
  await atomically(app.db, reverseStake, { stakeId, reason: "A mistake", now: app.time.now });
  expect(await activityOf(person)).toMatchObject([
    {
      kind: "stakes",
      message: "STAKE/UNDONE/A mistake",
      direction: "in",
      balanceFc: 150_000,
      wallets: ["transfer"],
    },
    { kind: "stakes", message: "STAKE/TRANSFER", direction: "out", balanceFc: 0 },
    { kind: "adjustments", message: "OPENING", direction: "in", balanceFc: 150_000 },
  ]);
});

test("a stake that has reached its last day is in the activity of that day, and others' ends are not", async () => {
  const [person, other] = [await newcomer(app), await newcomer(app)];
  for (const { member } of [person, other]) {
    await stakeNow(app.db, { memberId: member.id, usd: 150, now: startedAt });
  }
  await closeDay(app.db, { day: lastDay, now: new Date(`${lastDay}T23:59:59Z`) });
  const [ended, ...before] = await activityOf(person);
  expect(ended).toMatchObject({ ...ofStake, message: "STAKE/ENDED", balanceFc: 750, reference: null });
  expect(ended!.at).toBe(new Date(new Date(`${lastDay}T24:00:00+05:30`).getTime() - 1).toISOString());
  expect(before.map(({ message }) => message)).toEqual(["ROI", "STAKE/TRANSFER", "OPENING"]);
  expect(await activityOf(person, { from: lastDay, to: lastDay, kinds: "stakes" })).toEqual([ended]);
});

test("stakes that end with the account are there as well", async () => {
  const person = await newcomer(app);
  const { id: memberId } = person.member;
  await stakeNow(app.db, { memberId, usd: 150, now: app.time.now });
  await atomically(app.db, endStakesOf, { memberId, now: app.time.now });
  expect(await activityOf(person, { kinds: "stakes", size: "1" })).toMatchObject([
    { ...ofStake, message: "STAKE/ENDED" },
  ]);
});
