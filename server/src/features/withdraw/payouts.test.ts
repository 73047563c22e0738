import { cancelWithdrawal } from "@fc/contract/withdraw/portal";
import { referenceOf } from "@fc/contract/receipts/reference";
import { giveUpPayout, takeBackPayout } from "@fc/contract/withdraw/console-payouts";
import * as contract from "@fc/contract/withdraw/console";
import { setDeduction } from "@fc/contract/members/console-actions";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { reserveNonce } from "../../core/chain/reserve.ts";
import { sendAttempts } from "../../core/chain/send.ts";
import { settlePayouts } from "../../core/chain/settle.ts";
import { signAttempts } from "../../core/chain/sign.ts";
import { minute, second } from "../../platform/clock.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { noFaults } from "../../testing/chain/faulty-endpoint.ts";
import { asOwner } from "../../testing/database-content.ts";
import { feeFc, startPayoutTest, type PayingMember, type PayoutTest } from "../../testing/payouts.ts";
import { transactionId } from "../../testing/withdrawals.ts";
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
afterEach(() => {
  for (const { faults } of t.tested.endpoints) Object.assign(faults, noFaults);
  t.tested.local.baseFee = 10n ** 9n;
});

const net = 8_000_000 - feeFc;
const attemptsOf = (payoutId: number) =>
  t.app.db
    .selectFrom("chain_attempts")
    .selectAll()
    .where("payout_id", "=", payoutId)
    .orderBy("number")
    .execute();

test("a withdrawal that is handed over is paid once, and is recorded only when its transfer is final", async () => {
  const { id, payoutId } = await t.handedOver(asha);
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("sent");
  await t.tested.local.mine();
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("in-block");
  expect(await t.withdrawalOf(id)).toEqual({ status: "P", transactionId: null });
  await t.tested.settle();
  await payOut(t.deps);
  const [attempt] = await attemptsOf(payoutId);
  expect(await t.withdrawalOf(id)).toEqual({ status: "A", transactionId: attempt!.hash });
  expect(await t.arrivedAt(asha.address)).toBe(net);
  expect((await t.app.mailsTo(asha.member.email)).at(-1)?.text).toContain(attempt!.hash);
  await t.payAndSettle();
  expect(await t.arrivedAt(asha.address)).toBe(net);
});

test("a worker that stops between any two steps loses and doubles nothing", async () => {
  const { id } = await t.handedOver(asha);
  // Each step again and again, as another worker would after a crash.
  for (const step of [reserveNonce, reserveNonce, signAttempts, signAttempts]) await step(t.deps);
  const hashes = await t.app.db.selectFrom("chain_attempts").select("hash").orderBy("id", "desc").execute();
  // The bytes leave, and the crash comes before that is noted.
  const { bytes } = await t.app.db
    .selectFrom("chain_attempts")
    .select("bytes")
    .where("hash", "=", hashes[0]!.hash)
    .executeTakeFirstOrThrow();
  await t.tested.chain.send(bytes as `0x${string}`);
  for (const step of [signAttempts, sendAttempts, reserveNonce, sendAttempts]) await step(t.deps);
  await t.tested.settle();
  for (const step of [signAttempts, sendAttempts, settlePayouts, settlePayouts]) await step(t.deps);
  expect((await t.withdrawalOf(id)).status).toBe("A");
  expect(await t.arrivedAt(asha.address)).toBe(net);
});

test("two workers at once pay each of many withdrawals once, each with its own nonce", async () => {
  const payees = await Promise.all([t.addMember(), t.addMember(), t.addMember(), t.addMember()]);
  const ids: number[] = [];
  for (const payee of payees) ids.push((await t.handedOver(payee)).id);
  for (let round = 0; round < 2; round++) {
    await Promise.all([payOut(t.deps), payOut(t.deps), payOut(t.deps)]);
    await t.tested.settle();
  }
  await Promise.all([settlePayouts(t.deps), settlePayouts(t.deps)]);
  for (const [at, payee] of payees.entries()) {
    expect((await t.withdrawalOf(ids[at]!)).status).toBe("A");
    expect(await t.arrivedAt(payee.address)).toBe(net);
  }
});

test("of 32 operators' clicks at once, one hands the withdrawal over", async () => {
  const id = await t.withdraw(asha);
  const answers = await Promise.all(Array.from({ length: 32 }, () => t.handOver(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(["HANDED_OVER"]),
  );
  await t.payAndSettle();
  expect(await t.arrivedAt(asha.address)).toBe(net);
});

test("what the hot wallet pays, no person pays, rejects or takes back; and the other way round", async () => {
  const { id } = await t.handedOver(asha);
  const params = { id };
  const tries = [
    t.finance.call(contract.startPaying, { params, body: { from: null } }),
    t.finance.call(contract.stopPaying, { params }),
    t.finance.call(contract.acceptWithdrawal, { params, body: { transactionId: transactionId(7), net } }),
    t.finance.call(contract.rejectWithdrawal, { params, body: { reason: "No" } }),
  ];
  for (const answer of await Promise.all(tries)) expect(answer.body.code).toBe("HANDED_OVER");
  const cancelled = await asha.client.call(cancelWithdrawal, {
    body: { userId: asha.member.id, reference: referenceOf("withdrawal", id) },
  });
  expect(cancelled.body.code).toBe("BEING_PAID");
  expect((await t.finance.call(contract.paymentBatch, {})).body).not.toContain(asha.member.refId);
  await t.payAndSettle();
  const byHand = await t.withdraw(asha);
  await t.finance.call(contract.startPaying, { params: { id: byHand }, body: { from: null } });
  for (const by of [t.finance, t.admin]) {
    expect((await t.handOver(byHand, by)).body.code).toBe("TAKEN_TO_PAY");
  }
});

test("a transaction of the hot wallet is accepted by hand for no other withdrawal", async () => {
  const { id, payoutId } = await t.handedOver(asha);
  const byHand = await t.withdraw(await t.addMember());
  await payOut(t.deps);
  const [attempt] = await attemptsOf(payoutId);
  await t.finance.call(contract.startPaying, { params: { id: byHand }, body: { from: null } });
  const body = { transactionId: attempt!.hash, net };
  const answer = await t.finance.call(contract.acceptWithdrawal, { params: { id: byHand }, body });
  expect(answer.body).toMatchObject({
    code: "TRANSACTION_USED",
    fields: { by: `${referenceOf("withdrawal", id)} of ${asha.member.refId}` },
  });
  await t.tested.settle();
  await payOut(t.deps);
  expect((await t.withdrawalOf(id)).status).toBe("A");
});

test("a payout that cannot be settled fails the job, and the others are settled and paid all the same", async () => {
  const stuck = await t.handedOver(asha);
  const other = await t.handedOver(await t.addMember());
  await payOut(t.deps);
  const byHand = await t.withdraw(await t.addMember());
  await t.finance.call(contract.startPaying, { params: { id: byHand }, body: { from: null } });
  const body = { transactionId: transactionId(byHand), net };
  await t.finance.call(contract.acceptWithdrawal, { params: { id: byHand }, body });
  const named = (hash: string) =>
    asOwner(t.app.databaseUrl, async (owner) => {
      await owner.query("update withdrawals set transaction_id = $1 where id = $2", [hash, byHand]);
    });
  const [attempt] = await attemptsOf(stuck.payoutId);
  await named(attempt!.hash);
  await t.tested.settle();
  const next = await t.handedOver(await t.addMember());
  await expect(payOut(t.deps)).rejects.toThrow(`Not settled: payout ${stuck.payoutId}.`);
  expect((await t.withdrawalOf(stuck.id)).status).toBe("P");
  expect((await t.withdrawalOf(other.id)).status).toBe("A");
  expect(await t.stateOf(next.payoutId)).toBe("sent");
  await named(body.transactionId);
  await t.payAndSettle();
  expect((await t.withdrawalOf(stuck.id)).status).toBe("A");
});

test("a fee that is too low is raised with the same nonce, up to the setting, and one of both pays", async () => {
  const { id, payoutId } = await t.handedOver(asha);
  await payOut(t.deps);
  t.tested.local.baseFee = 8n * 10n ** 9n;
  await t.tested.local.mine();
  t.app.time.advance(3 * minute);
  await payOut(t.deps);
  const [first, second_, ...others] = await attemptsOf(payoutId);
  expect(others).toEqual([]);
  expect(second_!.max_fee_per_gas! * 8n).toBeGreaterThanOrEqual(first!.max_fee_per_gas! * 9n);
  await t.tested.settle();
  await payOut(t.deps);
  expect(await t.withdrawalOf(id)).toEqual({ status: "A", transactionId: second_!.hash });
  expect(await t.arrivedAt(asha.address)).toBe(net);
  // A spike above the setting is waited for.
  const later = await t.handedOver(asha);
  t.tested.local.baseFee = 100n * 10n ** 9n;
  await payOut(t.deps);
  for (let n = 0; n < 4; n++) {
    t.app.time.advance(3 * minute);
    await payOut(t.deps);
  }
  const fees = (await attemptsOf(later.payoutId)).map(({ max_fee_per_gas }) => max_fee_per_gas!);
  expect(Math.max(...fees.map(Number))).toBeLessThanOrEqual(20 * 10 ** 9);
  t.tested.local.baseFee = 10n ** 9n;
  await t.payAndSettle();
  expect((await t.withdrawalOf(later.id)).status).toBe("A");
});

test("a payout that is given up fails when that is final, and only then is it paid again", async () => {
  const { id, payoutId } = await t.handedOver(asha);
  await reserveNonce(t.deps);
  t.tested.local.baseFee = 8n * 10n ** 9n;
  await payOut(t.deps);
  const reason = "The address may be wrong";
  const given = await t.finance.call(giveUpPayout, { params: { id: payoutId }, body: { reason } });
  expect(given.status).toBe(200);
  await payOut(t.deps);
  expect((await t.handOver(id)).body.code).toBe("HANDED_OVER");
  t.tested.local.baseFee = 10n ** 9n;
  await t.tested.settle();
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("failed");
  expect(await t.arrivedAt(asha.address)).toBe(0);
  expect((await t.handOver(id)).status).toBe(200);
  await t.payAndSettle();
  expect(await t.arrivedAt(asha.address)).toBe(net);
  const nonces = await t.app.db
    .selectFrom("chain_nonces")
    .innerJoin("chain_payouts", "chain_payouts.id", "chain_nonces.payout_id")
    .select("nonce")
    .where("withdrawal_id", "=", id)
    .execute();
  expect(new Set(nonces.map(({ nonce }) => nonce)).size).toBe(2);
});

test("a payment that is in a block before it is given up stays paid", async () => {
  const { id, payoutId } = await t.handedOver(asha);
  await payOut(t.deps);
  await t.tested.local.mine();
  const body = { reason: "Too late" };
  expect((await t.finance.call(giveUpPayout, { params: { id: payoutId }, body })).status).toBe(200);
  await t.payAndSettle();
  expect((await t.withdrawalOf(id)).status).toBe("A");
  expect(await t.arrivedAt(asha.address)).toBe(net);
});

test("a payment that the contract refuses waits, and one that it refuses in the block ends as failed", async () => {
  const { id, payoutId } = await t.handedOver(asha);
  await t.tested.refuse(asha.address);
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("waiting");
  await t.tested.refuse(asha.address, false);
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("sent");
  // The owner's refusal is in the block before the payment.
  t.tested.local.baseFee = 10n ** 10n;
  await t.tested.refuse(asha.address);
  t.tested.local.baseFee = 10n ** 9n;
  await t.tested.settle();
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("failed");
  expect((await t.withdrawalOf(id)).status).toBe("P");
  await t.tested.refuse(asha.address, false);
  expect((await t.handOver(id)).status).toBe(200);
  await t.payAndSettle();
  expect(await t.arrivedAt(asha.address)).toBe(net);
});

test("a lying, a lagging and a silent endpoint neither make a payment final nor double it", async () => {
  const [first] = t.tested.endpoints;
  const { id } = await t.handedOver(asha);
  await payOut(t.deps);
  await t.tested.local.mine();
  // It says that the newest block is final.
  first!.faults.lie = ({ method, params }, result) =>
    method === "eth_getBlockByNumber" && params[0] === "finalized"
      ? { ...(result as object), number: `0x${t.tested.local.head.number.toString(16)}` }
      : undefined;
  await payOut(t.deps);
  expect((await t.withdrawalOf(id)).status).toBe("P");
  Object.assign(first!.faults, noFaults, {
    lie: ({ method }: { method: string }) => (method === "eth_getTransactionCount" ? "0xffff" : undefined),
  });
  const other = await t.addMember();
  const waiting = await t.handedOver(other);
  await payOut(t.deps);
  expect(await t.stateOf(waiting.payoutId)).toBe("waiting");
  Object.assign(first!.faults, noFaults, { lagsBlocks: 6 });
  await t.tested.settle();
  await payOut(t.deps);
  expect((await t.withdrawalOf(id)).status).toBe("A");
  Object.assign(first!.faults, noFaults, { isSilent: true });
  const next = await t.handedOver(asha);
  await t.payAndSettle();
  expect((await t.withdrawalOf(next.id)).status).toBe("A");
  expect(await t.arrivedAt(asha.address)).toBe(2 * net);
  expect(await t.stateOf(waiting.payoutId)).toBe("paid");
});

test("a transaction that a block loses, or that endpoints drop, is sent again", async () => {
  const { id, payoutId } = await t.handedOver(asha);
  for (const { faults } of t.tested.endpoints) faults.dropsTransactions = true;
  await payOut(t.deps);
  for (const { faults } of t.tested.endpoints) faults.dropsTransactions = false;
  t.app.time.advance(40 * second);
  await payOut(t.deps);
  await t.tested.local.mine();
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("in-block");
  const [attempt] = await attemptsOf(payoutId);
  await t.tested.local.reorganise(1, { without: [attempt!.hash] });
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("sent");
  t.app.time.advance(40 * second);
  await t.payAndSettle();
  expect((await t.withdrawalOf(id)).status).toBe("A");
  expect(await t.arrivedAt(asha.address)).toBe(net);
});

test("what the member owes is taken when it is handed over, and given back if it is taken back", async () => {
  const params = { refId: asha.member.refId };
  const owe = { amountFc: 1_000_000, reason: "A loan" };
  expect((await t.finance.call(setDeduction, { params, body: owe })).status).toBe(200);
  const { id, payoutId } = await t.handedOver(asha);
  // What is set later is for the next withdrawal.
  await t.finance.call(setDeduction, { params, body: { ...owe, amountFc: 500_000 } });
  expect((await t.finance.call(takeBackPayout, { params: { id: payoutId } })).status).toBe(200);
  const { body } = await t.finance.call(contract.consoleWithdrawal, { params: { id } });
  expect(body.data.net).toBe(net - 1_500_000);
  expect((await t.handOver(id)).status).toBe(200);
  await t.payAndSettle();
  expect(await t.arrivedAt(asha.address)).toBe(net - 1_500_000);
  expect((await t.finance.call(takeBackPayout, { params: { id: payoutId } })).body.code).toBe(
    "DECIDED_ALREADY",
  );
});
