import { asFc } from "@fc/contract/units";
import { chmod } from "node:fs/promises";
import { fcUnitsPerCoin } from "@fc/contract/money";
import { sure } from "@fc/contract/sure";
import { approvePayouts, ownApprovalKeys, payoutBatch } from "@fc/contract/withdraw/console-approvals";
import { consoleHotWallet } from "@fc/contract/withdraw/console-payouts";
import { expect, test } from "vitest";
import { PayoutJournal } from "../../core/approvals/journal.ts";
import { openGuard } from "../../core/approvals/plain-guards.ts";
import { noteSigning } from "../../core/chain/look.ts";
import { reserveNonce } from "../../core/chain/reserve.ts";
import { minute } from "../../platform/clock.ts";
import { approvedPayouts } from "../../testing/approved-payouts.ts";
import { addApprover, approveAll } from "../../testing/approvals.ts";
import { feeFc } from "../../testing/payouts.ts";
import { payOut } from "./payout-task.ts";

const s = approvedPayouts();
const net = 8_000_000 - feeFc;

test("a payout is paid after an approver has signed it, and not before", async () => {
  const { payoutId } = await s.t.handedOver(s.asha);
  await s.t.payAndSettle();
  expect(await s.reasonOf(payoutId)).toBe("It waits for an approver's signature");
  expect((await approveAll(s.finance)).status).toBe(200);
  expect((await s.finance.client.call(payoutBatch, {})).body.data).toBeNull();
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
  expect(await s.t.arrivedAt(s.asha.address)).toBe(net);
  const told = s.worker.mails.filter(({ subject }) => subject.includes("was approved"));
  expect(told).toHaveLength(1);
  expect(told[0]?.to).toHaveLength(2);
  expect(told[0]?.text).toContain(s.asha.address);
});

test("nobody is asked to sign where the worker needs no signatures, as in the demo", async () => {
  s.t.deps.guard = openGuard;
  await noteSigning(s.t.deps);
  const { payoutId } = await s.t.handedOver(s.asha);
  expect((await s.finance.client.call(payoutBatch, {})).body.data).toBeNull();
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
});

test("a large payout needs two different people, and one person with two keys is one", async () => {
  s.worker.limits.twoPeopleFromFc = asFc(1_000_000n * fcUnitsPerCoin);
  const second = await addApprover(s.t.app, s.t.finance);
  await s.worker.name(s.finance, second, s.admin);
  const { payoutId } = await s.t.handedOver(s.asha);
  expect((await approveAll(s.finance, second)).status).toBe(200);
  await s.t.payAndSettle();
  expect(await s.reasonOf(payoutId)).toBe("It waits for the signature of a second person");
  await approveAll(s.admin);
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
});

test("a signature that is sent again, by its person or by another one, is no second person", async () => {
  s.worker.limits.twoPeopleFromFc = asFc(1_000_000n * fcUnitsPerCoin);
  const { payoutId } = await s.t.handedOver(s.asha);
  const { text, request } = (await s.finance.client.call(payoutBatch, {})).body.data;
  const body = { text, answer: s.finance.passkey.sign(request) };
  expect((await s.finance.client.call(approvePayouts, { body })).status).toBe(200);
  expect((await s.finance.client.call(approvePayouts, { body })).status).toBe(200);
  expect((await s.admin.client.call(approvePayouts, { body })).body.code).toBe("INVALID_PASSKEY");
  await s.t.payAndSettle();
  expect(await s.reasonOf(payoutId)).toBe("It waits for the signature of a second person");
});

test("a key that is in the tables and not in the worker's file signs nothing", async () => {
  await s.worker.name(s.admin);
  const { payoutId } = await s.t.handedOver(s.asha);
  expect((await approveAll(s.finance)).status).toBe(200);
  await s.t.payAndSettle();
  expect(await s.reasonOf(payoutId)).toBe("It waits for an approver's signature");
});

test("without approvers to rely on the worker signs nothing and says so", async () => {
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  await chmod(s.worker.approversFile, 0o666);
  await s.t.payAndSettle();
  await noteSigning(s.t.deps);
  expect(await s.t.stateOf(payoutId)).toBe("waiting");
  const { wallet } = (await s.t.finance.call(consoleHotWallet, {})).body.data;
  expect(wallet.signingProblem).toContain("other users of this machine may write");
  await s.worker.name({ line: "somebody with a broken line" });
  await noteSigning(s.t.deps);
  const broken = (await s.t.finance.call(consoleHotWallet, {})).body.data.wallet;
  expect(broken.signingProblem).toContain("line 1");
});

test("everybody is mailed when the approvers change, also those who are no longer named", async () => {
  await s.worker.guard.state();
  s.worker.mails.length = 0;
  await s.worker.name(s.admin);
  await s.worker.restarted().state();
  expect(s.worker.mails).toHaveLength(1);
  expect(s.worker.mails[0]?.to).toHaveLength(2);
  const [key] = (await s.t.admin.call(ownApprovalKeys, {})).body.data;
  expect(s.worker.mails[0]?.text).toContain(key.fingerprint);
});

test("the approvers have the waiting time of the worker's environment to stop a payout", async () => {
  s.worker.limits.waitMinutes = 30;
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  await s.t.payAndSettle();
  expect(await s.reasonOf(payoutId)).toContain("The approvers were told, and it waits until");
  s.t.app.time.advance(31 * minute);
  // Its own memory outlives a restart: the time does not begin again, and nobody is mailed twice.
  s.t.deps.guard = s.worker.restarted();
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
  expect(s.worker.mails.filter(({ subject }) => subject.includes("was approved"))).toHaveLength(1);
});

test("no table raises the worker's own limits of one payment, of a day and of a new address", async () => {
  s.worker.limits.largestFc = asFc(1_000_000n * fcUnitsPerCoin);
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  await s.t.payAndSettle();
  expect(await s.reasonOf(payoutId)).toContain("larger than the worker's own limit");
  s.worker.limits.largestFc = asFc(100_000_000n * fcUnitsPerCoin);
  s.worker.limits.dayFc = asFc(1_000_000n * fcUnitsPerCoin);
  await s.t.payAndSettle();
  expect(await s.reasonOf(payoutId)).toContain("the worker's own limit of one day");
  s.worker.limits.dayFc = asFc(100_000_000n * fcUnitsPerCoin);
  s.worker.limits.addressHours = 0.5;
  await s.t.payAndSettle();
  // The tables say that it is old; the worker has not known it for so long.
  expect(await s.reasonOf(payoutId)).toContain("knows this address for too short a time");
  s.t.app.time.advance(31 * minute);
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
});

test("two workers that share a memory and judge at once do not pass the worker's limit of a day together", async () => {
  s.worker.limits.dayFc = asFc(10_000_000n * fcUnitsPerCoin);
  const payouts = [await s.t.handedOver(s.asha), await s.t.handedOver(await s.t.addMember())];
  await approveAll(s.finance);
  for (const _ of payouts) await reserveNonce(s.t.deps);
  const payments = await Promise.all(payouts.map(({ payoutId }) => s.paymentOf(payoutId)));
  const claims = await s.whileAskingWhoSigned(
    payments.map((payment) => () => s.worker.restarted().claim(payment)),
  );
  expect(claims.filter((refusal) => refusal === undefined)).toHaveLength(1);
  const journal = new PayoutJournal(s.worker.journalFile);
  expect(journal.signedSince(new Date(0))).toBe(BigInt(net) * fcUnitsPerCoin);
  // The other one waits for the next day.
  const again = payments[claims[0] === undefined ? 1 : 0];
  expect(await s.worker.restarted().claim(sure(again))).toContain("the worker's own limit of one day");
});

test("a higher fee is signed again for the same nonce, and no payout gets a second one", async () => {
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  await payOut(s.t.deps);
  const payment = await s.paymentOf(payoutId);
  const restarted = s.worker.restarted();
  expect(await restarted.claim(payment)).toBeUndefined();
  expect(await restarted.claim({ ...payment, nonce: payment.nonce + 1n })).toContain("gets no other one");
});

test("while the approvers cannot be told, a payout waits and says why, and what needs no mail goes on", async () => {
  const first = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  const { send } = s.t.deps.chain;
  s.t.deps.chain.send = async () => ({ taken: 0, refusals: [] });
  await payOut(s.t.deps);
  s.t.deps.chain.send = send;
  const late = await s.t.addMember();
  const second = await s.t.handedOver(late);
  await approveAll(s.finance);
  s.worker.mailServer.isDown = true;
  await s.t.payAndSettle();
  expect(await s.t.stateOf(first.payoutId)).toBe("paid");
  expect(await s.reasonOf(second.payoutId)).toContain("It waits until the approvers are told");
  expect((await s.worker.guard.state()).mailProblem).toMatch(/^A mail to .* was refused/);
  s.worker.mailServer.isDown = false;
  s.t.app.time.advance(minute);
  await s.t.payAndSettle();
  expect(await s.t.stateOf(second.payoutId)).toBe("paid");
  // Nobody who was reached is told again.
  const told = s.worker.mails.filter(({ text }) => text.includes(late.address)).flatMap(({ to }) => to);
  expect([told.length, new Set(told).size]).toEqual([2, 2]);
});

test("a dead mailbox of an approver keeps nothing back any more once the file does not name it", async () => {
  const { payoutId } = await s.t.handedOver(s.asha);
  await approveAll(s.finance);
  const [email = ""] = /\S+@\S+/.exec(s.admin.line) ?? [];
  s.worker.mailServer.dead = email;
  await s.t.payAndSettle();
  expect(await s.reasonOf(payoutId)).toContain("It waits until the approvers are told");
  await s.worker.name(s.finance);
  await s.t.payAndSettle();
  expect(await s.t.stateOf(payoutId)).toBe("paid");
  s.t.app.time.advance(10 * minute);
  expect((await s.worker.guard.state()).mailProblem).toBeUndefined();
});
