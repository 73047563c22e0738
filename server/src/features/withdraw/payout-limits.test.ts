import * as contract from "@fc/contract/withdraw/console";
import {
  consoleHotWallet,
  consolePayout,
  consolePayouts,
  pauseHotWallet,
  releaseHotWallet,
  takeBackPayout,
} from "@fc/contract/withdraw/console-payouts";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { blockMember, unblockMember } from "@fc/contract/members/console-actions";
import { confirmProposal, consoleProposals } from "@fc/contract/proposals/console";
import { sendOtp } from "@fc/contract/otp/portal";
import { releaseAgreed } from "../../core/chain/release.ts";
import { reserveNonce } from "../../core/chain/reserve.ts";
import { signAttempts } from "../../core/chain/sign.ts";
import { lookAtWallet } from "../../core/chain/look.ts";
import { day } from "../../platform/clock.ts";
import { webUrlOf } from "../../platform/login.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { giveAddress, longAgo, setSetting } from "../../testing/money.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import {
  feeFc,
  payoutTestOf,
  startPayoutTest,
  type PayingMember,
  type PayoutTest,
} from "../../testing/payouts.ts";
import { signedIn } from "../../testing/test-app.ts";
import { payOut } from "./payout-task.ts";

let t: PayoutTest;
let asha: PayingMember;
beforeAll(async () => {
  t = await startPayoutTest();
});
afterAll(async () => {
  await stopWithBooksRight(t.app);
  await t.tested.stop();
});
beforeEach(async () => {
  asha = await t.addMember();
});
afterEach(async () => {
  await setSetting(t.app.databaseUrl, "payout", {});
});

const net = 8_000_000 - feeFc;
const reason = "A payment looked wrong";
const openProposal = async (): Promise<number> =>
  (await t.admin.call(consoleProposals, {})).body.data.open[0].id;

test("one operator pauses the wallet at once, and two release it", async () => {
  const { id, payoutId } = await t.handedOver(asha);
  await lookAtWallet(t.deps);
  expect((await t.finance.call(pauseHotWallet, { body: { reason } })).status).toBe(200);
  expect((await t.admin.call(pauseHotWallet, { body: { reason } })).body.code).toBe("WALLET_PAUSED_ALREADY");
  expect((await t.admin.call(consolePayout, { params: { id: payoutId } })).body.data.waitReason).toBe(
    "The hot wallet is paused",
  );
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("waiting");
  const { wallet } = (await t.admin.call(consoleHotWallet, {})).body.data;
  expect(wallet).toMatchObject({
    address: t.tested.hotWallet.address,
    paused: { reason, by: "The finance" },
  });
  const release = await t.finance.call(releaseHotWallet, { body: { reason: "It was right" } });
  expect(release.body).toEqual({ data: { isWaiting: true } });
  const proposal = await openProposal();
  const own = await t.finance.call(confirmProposal, { params: { id: proposal } });
  expect(own.body.code).toBe("OTHER_OPERATOR_NEEDED");
  expect((await t.admin.call(confirmProposal, { params: { id: proposal } })).status).toBe(200);
  await t.payAndSettle();
  expect((await t.withdrawalOf(id)).status).toBe("A");
});

test("a pause stops every wallet of the chain, also the one that is being replaced", async () => {
  await lookAtWallet(t.deps);
  const other = {
    chain_id: t.tested.chain.chainId,
    address: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    next_nonce: 0n,
    first_block: 0n,
    created_at: longAgo(t.app.time.now),
  };
  await t.app.db.insertInto("chain_wallets").values(other).execute();
  const paused = async () =>
    (await t.app.db.selectFrom("chain_wallets").select("paused_at").execute()).map(
      ({ paused_at }) => paused_at !== null,
    );
  await t.finance.call(pauseHotWallet, { body: { reason } });
  expect(await paused()).toEqual([true, true]);
  const moments = await sql`select distinct paused_at::text from chain_wallets`.execute(t.app.db);
  expect(moments.rows).toHaveLength(1);
  await t.finance.call(releaseHotWallet, { body: { reason: "It was right" } });
  await t.admin.call(confirmProposal, { params: { id: await openProposal() } });
  // Letting it pay again is the worker's act.
  expect(await paused()).toEqual([true, true]);
  await releaseAgreed(t.deps);
  expect(await paused()).toEqual([false, false]);
  // What was agreed to is about that pause, not about the next one.
  t.app.time.advance(1000);
  await t.finance.call(pauseHotWallet, { body: { reason } });
  await releaseAgreed(t.deps);
  expect(await paused()).toEqual([true, true]);
  await t.finance.call(releaseHotWallet, { body: { reason: "It was right" } });
  await t.admin.call(confirmProposal, { params: { id: await openProposal() } });
  await releaseAgreed(t.deps);
});

test("a pause also stops what is signed and not sent yet", async () => {
  const { payoutId } = await t.handedOver(asha);
  await reserveNonce(t.deps);
  await signAttempts(t.deps);
  await t.finance.call(pauseHotWallet, { body: { reason } });
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("reserved");
  expect(await t.arrivedAt(asha.address)).toBe(0);
  await t.finance.call(releaseHotWallet, { body: { reason } });
  await t.admin.call(confirmProposal, { params: { id: await openProposal() } });
  await t.payAndSettle();
  expect(await t.arrivedAt(asha.address)).toBe(net);
});

test("a large payout takes a second operator before it is handed over", async () => {
  await setSetting(t.app.databaseUrl, "payout", { twoOperatorsFromFc: 8_000_000 });
  const id = await t.withdraw(asha);
  expect((await t.handOver(id)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  await t.admin.call(contract.confirmWithdrawal, { params: { id } });
  expect((await t.handOver(id, t.admin)).body.code).toBe("SECOND_OPERATOR_NEEDED");
  expect((await t.handOver(id)).status).toBe(200);
  await t.payAndSettle();
});

test("nothing is handed over to an address that is new, another one, or of a member who is stopped", async () => {
  const id = await t.withdraw(asha);
  const other = await t.addMember();
  const since = longAgo(t.app.time.now);
  await giveAddress(t.app.db, asha.member, other.address, since);
  expect((await t.handOver(id)).body.code).toBe("PAYOUT_ADDRESS_CHANGED");
  await giveAddress(t.app.db, asha.member, asha.address, t.app.time.now);
  expect((await t.handOver(id)).body.code).toBe("PAYOUT_HELD");
  await giveAddress(t.app.db, asha.member, asha.address, since);
  await t.app.db.updateTable("members").set({ status: "frozen" }).where("id", "=", asha.member.id).execute();
  expect((await t.handOver(id)).body.code).toBe("MEMBER_NOT_ACTIVE");
  await t.app.db.updateTable("members").set({ status: "active" }).where("id", "=", asha.member.id).execute();
  const stale = await t.finance.call(contract.handOverWithdrawal, { params: { id }, body: { net: net - 1 } });
  expect(stale.body.code).toBe("PAYMENT_DIFFERS");
  expect((await t.handOver(id)).status).toBe(200);
});

test("the coin's contract, our wallets and nobody's address are no member's address", async () => {
  const member = await t.app.addMember();
  const client = await signedIn(t.app, member);
  const refusal = async (freeCoinAddress: string) => {
    t.app.time.advance(60_000);
    const change = { userId: member.id, freeCoinAddress };
    const { body } = await client.call(sendOtp, {
      params: { userId: member.id },
      body: { purpose: "coin-address-create", change },
    });
    return body.code ?? body.error?.code;
  };
  expect(await refusal(t.tested.contract)).toBe("CONTRACT_ADDRESS");
  expect(await refusal(t.tested.contract.toLowerCase())).toBe("CONTRACT_ADDRESS");
  expect(await refusal(t.tested.hotWallet.address)).toBe("PLATFORM_ADDRESS");
  expect(await refusal(`0x${"0".repeat(40)}`)).toBe("BAD_REQUEST");
  // Set before the chain was connected: it is refused when it is handed over.
  const id = await t.withdraw(asha);
  await t.app.db
    .updateTable("withdrawals")
    .set({ address: t.tested.contract })
    .where("id", "=", id)
    .execute();
  await giveAddress(t.app.db, asha.member, t.tested.contract, longAgo(t.app.time.now));
  expect((await t.handOver(id)).body.code).toBe("CONTRACT_ADDRESS");
});

test("the page of payouts shows state, attempts and fee, and nothing lasts for ever", async () => {
  const { id, payoutId } = await t.handedOver(asha);
  await t.payAndSettle();
  await lookAtWallet(t.deps);
  const viewer = await operatorSignedIn(t.app, "viewer");
  const { data } = (await viewer.call(consolePayout, { params: { id: payoutId } })).body;
  expect(data).toMatchObject({ withdrawalId: id, state: "paid", amount: net, attempts: 1, outcome: "paid" });
  expect(data.address).toContain("…");
  expect(data.attemptList).toMatchObject([{ number: 1, kind: "payment", timesSent: 1, refusal: null }]);
  expect(Number(data.feeCoin)).toBeGreaterThan(0);
  const { wallet } = (await viewer.call(consoleHotWallet, {})).body.data;
  expect(wallet.lastsDays).toBeGreaterThan(0);
  expect(wallet.coins).toBeGreaterThan(9_000_000_000);
  expect((await t.finance.call(takeBackPayout, { params: { id: payoutId } })).status).toBe(409);
  await payOut(t.deps);
});

test("a payout that waits is not paid once its member is blocked, on hold or has another address", async () => {
  await lookAtWallet(t.deps);
  const { payoutId } = await t.handedOver(asha);
  const expectWaiting = async (why: string) => {
    await t.payAndSettle();
    const { data } = (await t.finance.call(consolePayout, { params: { id: payoutId } })).body;
    expect(data).toMatchObject({ state: "waiting", waitReason: expect.stringContaining(why) });
  };
  const support = await operatorSignedIn(t.app, "support");
  const acted = { params: { refId: asha.member.refId }, body: { reason: "Asked by phone" } };
  await support.call(blockMember, acted);
  await expectWaiting("blocked or frozen");
  await support.call(unblockMember, acted);
  await giveAddress(t.app.db, asha.member, asha.address, t.app.time.now);
  await expectWaiting("on hold");
  const other = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
  await giveAddress(t.app.db, asha.member, other, longAgo(t.app.time.now));
  await expectWaiting("another one by now");
  await giveAddress(t.app.db, asha.member, asha.address, longAgo(t.app.time.now));
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("paid");
});

test("many payouts of a blocked member do not keep those of others waiting", async () => {
  await setSetting(t.app.databaseUrl, "payout", { dayFc: 1 });
  const blocked: number[] = [];
  for (let at = 0; at < 6; at++) blocked.push((await t.handedOver(asha)).payoutId);
  const support = await operatorSignedIn(t.app, "support");
  const acted = { params: { refId: asha.member.refId }, body: { reason: "Asked by phone" } };
  await support.call(blockMember, acted);
  await setSetting(t.app.databaseUrl, "payout", {});
  const { payoutId } = await t.handedOver(await t.addMember());
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("paid");
  for (const id of blocked) expect(await t.stateOf(id)).toBe("waiting");
  await support.call(unblockMember, acted);
  await t.payAndSettle();
});

test("nothing larger than the largest payout is handed over, and a day pays no more than its limit", async () => {
  await setSetting(t.app.databaseUrl, "payout", { largestFc: net, dayFc: 2 * net });
  t.app.time.advance(day);
  t = payoutTestOf({ ...t, finance: await operatorSignedIn(t.app, "finance") });
  asha = await t.addMember();
  const large = await t.withdraw(asha, 8_000_001);
  expect((await t.handOver(large)).body.code).toBe("PAYOUT_TOO_LARGE");
  const payouts = [await t.handedOver(asha), await t.handedOver(asha), await t.handedOver(asha)];
  await t.payAndSettle();
  const states = async () => Promise.all(payouts.map(({ payoutId }) => t.stateOf(payoutId)));
  expect(await states()).toEqual(["paid", "paid", "waiting"]);
  const { body } = await t.finance.call(consolePayouts, { query: { state: "waiting" } });
  expect(body.data[0].waitReason).toBe("Today's payouts have reached the most of one day");
  t.app.time.advance(day);
  await t.payAndSettle();
  expect(await states()).toEqual(["paid", "paid", "paid"]);
});

test("a withdrawal that a request wrote past the ledger is not paid", async () => {
  const web = new pg.Client({ connectionString: webUrlOf(t.app.databaseUrl) });
  await web.connect();
  // The tests before took days.
  const by = await operatorSignedIn(t.app, "finance");
  try {
    const { rows } = await web.query<{ id: number }>(
      `insert into withdrawals (member_id, amount_fc, fee_fc, tax_fc, from_staking_fc, from_earning_fc, from_offer_fc,
         currency_type, address, status, requested_at)
       values ($1, 80000000000, 0, 0, 80000000000, 0, 0, 'coin', $2, 'P', $3) returning id`,
      [asha.member.id, asha.address, t.app.time.now],
    );
    const id = rows[0]?.id ?? 0;
    const { body } = await t.handOver(id, by);
    await t.payAndSettle();
    const { data } = (await by.call(consolePayout, { params: { id: body.data.payoutId } })).body;
    expect(data).toMatchObject({
      state: "waiting",
      waitReason: expect.stringContaining("The ledger holds less"),
    });
    expect(await t.arrivedAt(asha.address)).toBe(0);
    expect((await by.call(takeBackPayout, { params: { id: body.data.payoutId } })).status).toBe(200);
    await web.query("update withdrawals set status = 'R', reason = 'x', decided_at = now() where id = $1", [
      id,
    ]);
  } finally {
    await web.end();
  }
});
