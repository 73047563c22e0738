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

/** What becomes of a withdrawal by each way to decide it, and what arrives from the hot wallet. */
const outcomes = {
  "hand over": { status: "A", arrived: net },
  "pay by hand": { status: "A", arrived: 0 },
  reject: { status: "R", arrived: 0 },
  cancel: { status: "R", arrived: 0 },
};
type Act = keyof typeof outcomes;

test("of 32 who hand over, pay by hand, reject and cancel at once, one decides; the coins leave once or never", async () => {
  for (let round = 0; round < 4; round++) {
    const payee = await t.addMember();
    const id = await t.withdraw(payee);
    const params = { id };
    const reference = referenceOf("withdrawal", id);
    const acts = {
      "hand over": () => t.finance.call(contract.handOverWithdrawal, { params, body: { net } }),
      "pay by hand": async () => {
        await t.admin.call(contract.startPaying, { params, body: { from: null } });
        const body = { transactionId: transactionId(1000 + round), net };
        return t.admin.call(contract.acceptWithdrawal, { params, body });
      },
      reject: () => t.admin.call(contract.rejectWithdrawal, { params, body: { reason: "No" } }),
      cancel: () => payee.client.call(cancelWithdrawal, { body: { userId: payee.member.id, reference } }),
    } satisfies Record<Act, unknown>;
    const names = Object.keys(acts) as Act[];
    const answers = await Promise.all(
      Array.from({ length: 32 }, async (_, n) => {
        const act = names[(n + round) % names.length]!;
        return { act, ...(await acts[act]()) };
      }),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const done = answers.filter(({ status }) => status === 200).map(({ act }) => act);
    // A member who cancels twice is told both times that it is cancelled.
    const winners = done.filter((act, at) => act !== "cancel" || done.indexOf(act) === at);
    expect(winners).toHaveLength(1);
    await t.payAndSettle();
    const { status } = await t.withdrawalOf(id);
    expect({ status, arrived: await t.arrivedAt(payee.address) }).toEqual(outcomes[winners[0]!]);
  }
});

test("a payout that is taken back while workers reserve it is paid or pending, never both", async () => {
  // The request that is named first is sent first.
  const orders = [
    ["take back", "reserve", "give up"],
    ["reserve", "take back", "give up"],
    ["give up", "reserve", "take back"],
  ] as const;
  for (const order of orders) {
    const payee = await t.addMember();
    const { id, payoutId } = await t.handedOver(payee);
    const params = { id: payoutId };
    const acts = {
      "take back": () => t.finance.call(takeBackPayout, { params }),
      reserve: () => Promise.all([reserveNonce(t.deps), reserveNonce(t.deps)]),
      "give up": () => t.admin.call(giveUpPayout, { params, body: { reason: "Race" } }),
    };
    await Promise.all(order.map((act) => acts[act]()));
    await t.payAndSettle();
    await t.payAndSettle();
    const { status } = await t.withdrawalOf(id);
    expect(["A", "P"]).toContain(status);
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
