import { asFc } from "@fc/contract/units";
import { dashboard } from "@fc/contract/dashboard/portal";
import { changePassword } from "@fc/contract/password/portal";
import * as contract from "@fc/contract/wallet/portal";
import { withdrawState } from "@fc/contract/withdraw/portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reverseStake } from "../../core/staking/stakes.ts";
import { hour } from "../../platform/clock.ts";
import { atomically } from "../../platform/db.ts";
import { confirm, fund, giveStake, longAgo, setPrice, setSetting } from "../../testing/money.ts";
import { testPassword } from "../../testing/password.ts";
import { signedIn, startTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.stop());

test("a new member has nothing, owes nothing and has to stake first", async () => {
  const member = await app.addMember();
  const client = await signedIn(app, member);
  const params = { userId: member.id };
  expect((await client.call(contract.walletSummary, { params })).body.data).toEqual({
    stackingWalletAmountNew: 0,
    earningWalletAmountNew: 0,
    offerWalletAmountNew: 0,
    availableBalance: 0,
    businessMatch: 0,
    LeftUsers: 0,
    LeftActiveUsers: 0,
    RightUsers: 0,
    RightActiveUsers: 0,
    LeftBusinessAmount: 0,
    RightBusinessAmount: 0,
  });
  expect((await client.call(contract.stakeRequirement, { params })).body).toEqual({ data: 15 });
  expect((await client.call(contract.stakeRequirementMessage, { params })).body).toEqual({
    message: "Please stake and try again",
  });
  expect((await client.call(contract.stakingDate, { params })).body).toEqual({ data: null });
  expect((await client.call(contract.deductionAmount, { params })).body.data).toEqual({
    DeductionFcAmount: 0,
    DeductioINRAmount: 0,
    items: [],
  });
});

test("what is owed is returned without rupees while there is no price", async () => {
  const member = await app.addMember();
  await app.db
    .insertInto("deductions")
    .values({
      member_id: member.id,
      amount_fc: asFc(70_000n),
      reason: "Correction",
      created_at: app.time.now,
    })
    .execute();
  const client = await signedIn(app, member);
  const { body } = await client.call(contract.deductionAmount, { params: { userId: member.id } });
  expect(body.data).toMatchObject({ DeductionFcAmount: 7, DeductioINRAmount: null });
});

test("wallets and legs show what is in them", async () => {
  await setPrice(app.db, 100, longAgo(app.time.now));
  const member = await app.addMember();
  const left = await app.addMember({ sponsor: member, side: "left" });
  const right = await app.addMember({ sponsor: member, side: "right" });
  await fund(app.db, member, { staking: 1, earning: 2, offer: 3, transfer: 4 }, app.time.now);
  for (const staker of [member, left, left, right]) await giveStake(app.db, staker, app.time.now);
  const client = await signedIn(app, member);
  const params = { userId: member.id };
  expect((await client.call(contract.walletSummary, { params })).body.data).toEqual({
    stackingWalletAmountNew: 1,
    earningWalletAmountNew: 2,
    offerWalletAmountNew: 3,
    availableBalance: 4,
    businessMatch: 15,
    LeftUsers: 1,
    LeftActiveUsers: 1,
    RightUsers: 1,
    RightActiveUsers: 1,
    LeftBusinessAmount: 30,
    RightBusinessAmount: 15,
  });
  expect((await client.call(contract.stakeRequirement, { params })).body).toEqual({ data: 0 });
  expect((await client.call(contract.stakeRequirementMessage, { params })).body).toEqual({ message: null });
  expect((await client.call(contract.stakingDate, { params })).body.data).toBe(app.time.now.toISOString());
});

test("whose only stake was undone has not staked", async () => {
  const member = await app.addMember();
  await giveStake(app.db, member, app.time.now);
  const { id: stakeId } = await app.db
    .selectFrom("stakes")
    .select("id")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  await atomically(app.db, reverseStake, { stakeId, reason: "The payment was recalled", now: app.time.now });
  const client = await signedIn(app, member);
  const params = { userId: member.id };
  expect((await client.call(contract.stakeRequirementMessage, { params })).body).toEqual({
    message: "Please stake and try again",
  });
  expect((await client.call(contract.stakingDate, { params })).body).toEqual({ data: null });
  expect((await client.call(dashboard, { params })).body.data.stakingDate).toBeNull();
});

test("nobody has to stake where the setting says so", async () => {
  const { withdrawal } = (await settingsOf()).body.data;
  await setSetting(app.databaseUrl, "withdrawal", { ...withdrawal, needsStake: false });
  const member = await app.addMember();
  const client = await signedIn(app, member);
  const { body } = await client.call(contract.stakeRequirementMessage, { params: { userId: member.id } });
  expect(body).toEqual({ message: null });
});

async function settingsOf() {
  const member = await app.addMember();
  const client = await signedIn(app, member);
  return client.call(contract.walletSettings, { params: { userId: member.id } });
}

test("the limits are the specification's until somebody sets others", async () => {
  expect((await settingsOf()).body.data).toMatchObject({
    withdrawal: {
      minimumFc: 5_000_000,
      standardFromFc: 10_000_000,
      standardToFc: 100_000_000,
      feeFc: 200_000,
      hours: 24,
      holdHours: 48,
    },
    internalTransferMinimumFc: 500,
    transfer: { minimumFc: 1, notedMinimumFc: 5_000_000, receiverRefId: null, betweenMembers: false },
  });
});

test("coin withdrawals wait for 48 hours after a new password, and the mail says so", async () => {
  const member = await app.addMember();
  const client = await signedIn(app, member);
  const body = { userId: member.id, oldPassword: testPassword, newPassword: "Monsoon over Kochi 5" };
  await confirm(app, client, member, { purpose: "change-password", change: body });
  expect((await client.call(changePassword, { body })).status).toBe(200);
  const state = await client.call(withdrawState, { params: { userId: member.id } });
  expect(state.body.data).toMatchObject({
    heldUntil: new Date(app.time.now.getTime() + 48 * hour).toISOString(),
    heldAfter: "password",
  });
  expect((await app.mailsTo(member.email)).at(-1)?.text).toContain("Coin withdrawals on hold until");
});
