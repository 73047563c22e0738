import { stakingInvestment } from "@fc/contract/staking/portal";
import { userChart } from "@fc/contract/tree/portal";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { verify } from "../ledger/verify.ts";
import { second } from "../../platform/clock.ts";
import { setPrice } from "../../testing/money.ts";
import {
  approveStake,
  askStakeCode,
  newcomer,
  rejectStake,
  requestedStake,
  stakedFc,
  stakeOf,
  stakingReportOf,
  stakingRequestsOf,
} from "../../testing/staking-requests.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await setPrice(app.db, 300_000, app.time.now);
});
afterAll(() => app.stop());
beforeEach(() => app.time.advance(second));

async function changePrice(coinsFor15Usd: number): Promise<void> {
  app.time.advance(second);
  await setPrice(app.db, coinsFor15Usd, app.time.now);
}

test("an approval stakes at the price of its moment, counts in the legs above, and mails the member", async () => {
  const top = await newcomer(app, { name: "Top Member" });
  const person = await newcomer(app, { sponsor: top.member, side: "right" });
  const id = await requestedStake(app, person, 150);
  await changePrice(400_000);
  expect((await stakingReportOf(person)).data[0]?.amount).toBe(4_000_000);
  const { stakeId, principalFc } = await approveStake(app, id);
  expect(principalFc).toBe(4_000_000n * 10_000n);
  await changePrice(300_000);

  expect((await stakingReportOf(person)).data[0]).toMatchObject({
    amount: 4_000_000,
    status: "A",
    respondedAt: expect.any(String),
  });
  expect(await stakedFc(app, person)).toBe(principalFc);
  const stake = await app.db
    .selectFrom("stakes")
    .innerJoin("prices", "prices.id", "stakes.price_id")
    .select(["prices.fc_for_15_usd", "stakes.entry_id", "stakes.principal_usd_cents"])
    .where("stakes.id", "=", stakeId)
    .executeTakeFirstOrThrow();
  expect(stake).toMatchObject({ fc_for_15_usd: 400_000n * 10_000n, principal_usd_cents: 15_000n });
  const entry = await app.db
    .selectFrom("ledger_entries")
    .select(["kind", "price_id"])
    .where("id", "=", stake.entry_id)
    .executeTakeFirstOrThrow();
  expect(entry.kind).toBe("stake_approved");
  expect(entry.price_id).not.toBeNull();

  const chart = await top.client.call(userChart, { params: { userId: top.member.id }, query: {} });
  expect(chart.body.output.attributes.right).toEqual({ users: 1, activeUsers: 1, businessUsd: 150 });
  const due = await app.db
    .selectFrom("direct_bonuses_due")
    .select("sponsor_id")
    .where("stake_id", "=", stakeId)
    .execute();
  expect(due).toEqual([{ sponsor_id: top.member.id }]);
  const mail = (await app.mailsTo(person.member.email)).at(-1);
  expect(mail?.subject).toBe("Your stake has started");
  expect(mail?.text).toContain("40,00,000 FC");

  const { body } = await person.client.call(stakingInvestment, {
    params: { userId: person.member.id },
    query: {},
  });
  expect(body).toMatchObject({
    total: 1,
    data: [{ amount: 4_000_000, amountUsd: 150, cost: 400_000, status: "active", endedAt: null }],
  });
});

test("a second stake adds business and no second active member", async () => {
  const top = await newcomer(app);
  const person = await newcomer(app, { sponsor: top.member, side: "left" });
  for (const amount of [15, 30]) await approveStake(app, await requestedStake(app, person, amount));
  const chart = await top.client.call(userChart, { params: { userId: top.member.id }, query: {} });
  expect(chart.body.output.attributes.left).toEqual({ users: 1, activeUsers: 1, businessUsd: 45 });
});

test("a rejection gives its reason, stakes nothing, and frees no proof", async () => {
  const person = await newcomer(app);
  const id = await requestedStake(app, person);
  await expect(rejectStake(app, id, "  ")).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await rejectStake(app, id, "The amount on the\nreceipt is another");
  const { data } = await stakingReportOf(person);
  expect(data[0]).toMatchObject({ status: "R", reason: "The amount on the receipt is another" });
  expect(await stakedFc(app, person)).toBe(0n);
  const mail = (await app.mailsTo(person.member.email)).at(-1);
  expect(mail?.subject).toBe("Your staking request was rejected");
  expect(mail?.text).toContain("The amount on the receipt is another");
  app.time.advance(31 * second);
  expect((await askStakeCode(person, stakeOf(person, data[0]!.proofImageUrl))).body.code).toBe(
    "PROOF_UNUSABLE",
  );
});

test("of decisions at once one wins, and there is one stake at most", async () => {
  const person = await newcomer(app);
  const id = await requestedStake(app, person, 75);
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => approveStake(app, id)),
    ...Array.from({ length: 6 }, () => rejectStake(app, id)),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect(refused).toMatchObject(Array.from({ length: 11 }, () => ({ code: "DECIDED_ALREADY" })));
  const stakes = await app.db.selectFrom("stakes").select("id").where("request_id", "=", id).execute();
  const [request] = await stakingRequestsOf(app, person);
  expect(stakes).toHaveLength(request?.status === "A" ? 1 : 0);
  await expect(approveStake(app, id)).rejects.toMatchObject({ code: "DECIDED_ALREADY" });
  await expect(rejectStake(app, id)).rejects.toMatchObject({ code: "DECIDED_ALREADY" });
  await expect(approveStake(app, 2_000_000_000)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("two requests of one member approved at once count the member once", async () => {
  const top = await newcomer(app);
  const person = await newcomer(app, { sponsor: top.member, side: "left" });
  const ids = [await requestedStake(app, person, 15), await requestedStake(app, person, 30)];
  await Promise.all(ids.map((id) => approveStake(app, id)));
  const chart = await top.client.call(userChart, { params: { userId: top.member.id }, query: {} });
  expect(chart.body.output.attributes.left).toEqual({ users: 1, activeUsers: 1, businessUsd: 45 });
  expect(await stakedFc(app, person)).toBe(3n * 300_000n * 10_000n);
});

test("after all this the ledger is whole", async () => {
  const { differences, entries } = await verify(app.databaseUrl, { secretKey: app.deps.secretKey });
  expect(differences).toEqual([]);
  expect(entries).toBeGreaterThan(0n);
});
