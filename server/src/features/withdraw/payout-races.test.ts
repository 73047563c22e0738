import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as contract from "@fc/contract/withdraw/console";
import { giveUpPayout, takeBackPayout } from "@fc/contract/withdraw/console-payouts";
import { cancelWithdrawal } from "@fc/contract/withdraw/portal";
import { referenceOf } from "@fc/contract/receipts/reference";
import { reserveNonce } from "../../core/chain/reserve.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { setSetting } from "../../testing/money.ts";
import { feeFc, startPayoutTest, type PayingMember, type PayoutTest } from "../../testing/payouts.ts";
import { transactionId } from "../../testing/withdrawals.ts";
import { payOut } from "./payout-task.ts";

let t: PayoutTest;
let asha: PayingMember;
beforeAll(async () => {
  t = await startPayoutTest();
  asha = await t.addMember();
});
afterAll(async () => {
  await stopWithBooksRight(t.app);
  await t.tested.stop();
});

const net = 8_000_000 - feeFc;

test("of 32 who hand over, pay by hand, reject and cancel at once, one decides; the coins leave once or never", async () => {
  for (let round = 0; round < 4; round++) {
    const payee = await t.addMember();
    const id = await t.withdraw(payee);
    const params = { id };
    const reference = referenceOf("withdrawal", id);
    const acts = [
      () => t.finance.call(contract.handOverWithdrawal, { params, body: { net } }),
      async () => {
        await t.admin.call(contract.startPaying, { params, body: { from: null } });
        const body = { transactionId: transactionId(1000 + round), net };
        return t.admin.call(contract.acceptWithdrawal, { params, body });
      },
      () => t.admin.call(contract.rejectWithdrawal, { params, body: { reason: "No" } }),
      () => payee.client.call(cancelWithdrawal, { body: { userId: payee.member.id, reference } }),
    ];
    const answers = await Promise.all(
      Array.from({ length: 32 }, async (_, n) => ({
        act: (n + round) % 4,
        ...(await acts[(n + round) % 4]!()),
      })),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const handed = answers.filter(({ act, status }) => act === 0 && status === 200).length;
    await t.payAndSettle();
    const { status } = await t.withdrawalOf(id);
    expect(await t.arrivedAt(payee.address)).toBe(handed === 1 ? net : 0);
    expect(handed === 1 ? status : "A").toBe("A");
  }
});

test("a payout that is taken back while workers reserve it is paid or pending, never both", async () => {
  for (let round = 0; round < 3; round++) {
    const payee = await t.addMember();
    const { id, payoutId } = await t.handedOver(payee);
    await Promise.all([
      sleep(round * 50).then(() => t.finance.call(takeBackPayout, { params: { id: payoutId } })),
      reserveNonce(t.deps),
      reserveNonce(t.deps),
      sleep(round * 60).then(() =>
        t.admin.call(giveUpPayout, { params: { id: payoutId }, body: { reason: "Race" } }),
      ),
    ]);
    await t.payAndSettle();
    await t.payAndSettle();
    const { status } = await t.withdrawalOf(id);
    expect(await t.arrivedAt(payee.address)).toBe(status === "A" ? net : 0);
  }
});

test("a payout waits whose address became one of ours after it was handed over", async () => {
  const { payoutId } = await t.handedOver(asha);
  await setSetting(t.app.databaseUrl, "payment", { coinAddress: asha.address });
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("waiting");
  await setSetting(t.app.databaseUrl, "payment", { coinAddress: "" });
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("paid");
});

test("while one endpoint names too high a nonce nothing is paid, and nothing has to be mended afterwards", async () => {
  const payee = await t.addMember();
  const { payoutId } = await t.handedOver(payee);
  const [liar] = t.tested.endpoints;
  liar!.faults.lie = ({ method }) => (method === "eth_getTransactionCount" ? "0x1000" : undefined);
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("waiting");
  liar!.faults.lie = ({ method }) => (method === "eth_getTransactionCount" ? "0x0" : undefined);
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("paid");
  liar!.faults.lie = undefined;
  expect(await t.arrivedAt(payee.address)).toBe(net);
});
