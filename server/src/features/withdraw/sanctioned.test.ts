import { sendOtp } from "@fc/contract/otp/portal";
import * as contract from "@fc/contract/withdraw/console";
import { consolePayout } from "@fc/contract/withdraw/console-payouts";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { reserveNonce } from "../../core/chain/reserve.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { noFaults } from "../../testing/chain/faulty-endpoint.ts";
import { giveAddress, longAgo } from "../../testing/money.ts";
import { feeFc, startPayoutTest, type PayingMember, type PayoutTest } from "../../testing/payouts.ts";
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
afterEach(endFaults);

function endFaults() {
  for (const { faults } of t.tested.endpoints) Object.assign(faults, noFaults);
}

/** The oracle alone: everything else of the chain is answered. */
function silenceOracle(endpoints = 3) {
  for (const { faults } of t.tested.endpoints.slice(0, endpoints)) {
    faults.refuse = ({ method, params }) => {
      const [call] = params as [{ to?: string }];
      const isOracle = call?.to?.toLowerCase() === t.tested.place.sanctionsOracle?.toLowerCase();
      return method === "eth_call" && isOracle ? "execution timed out" : undefined;
    };
  }
}

const net = 8_000_000 - feeFc;
const waitReasonOf = async (payoutId: number) =>
  (await t.finance.call(consolePayout, { params: { id: payoutId } })).body.data.waitReason;
const codeFor = async (change: Record<string, unknown>, purpose: string) =>
  (
    await asha.client.call(sendOtp, {
      params: { userId: asha.member.id },
      body: { purpose, change } as never,
    })
  ).body.code;

test("a sanctioned address is not registered, neither as coin address nor as FMDC address, and no code is sent", async () => {
  const listed = privateKeyToAddress(generatePrivateKey());
  await t.tested.sanction(listed);
  const change = { userId: asha.member.id, freeCoinAddress: asha.address, newAddress: listed };
  expect(await codeFor(change, "coin-address-update")).toBe("SANCTIONED");
  expect(await codeFor({ refId: asha.member.refId, token: listed }, "fmdc")).toBe("SANCTIONED");
  silenceOracle(2);
  expect(await codeFor(change, "coin-address-update")).toBe("SANCTIONS_UNKNOWN");
  expect(await t.app.mailsTo(asha.member.email)).toEqual([]);
  endFaults();
  await t.tested.sanction(listed, false);
  expect(await codeFor(change, "coin-address-update")).toBeUndefined();
});

test("a payout to an address that was sanctioned after it was handed over waits with the reason and is not paid", async () => {
  const { id, payoutId } = await t.handedOver(asha);
  await t.tested.sanction(asha.address);
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("waiting");
  expect(await waitReasonOf(payoutId)).toContain("The address is on the sanctions list");
  expect(await t.arrivedAt(asha.address)).toBe(0);
  await t.tested.sanction(asha.address, false);
  await t.payAndSettle();
  expect((await t.withdrawalOf(id)).status).toBe("A");
  expect(await t.arrivedAt(asha.address)).toBe(net);
});

test("an oracle that does not answer means no payout; it is paid once it answers", async () => {
  const { payoutId } = await t.handedOver(asha);
  silenceOracle(2);
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("waiting");
  expect(await waitReasonOf(payoutId)).toContain("The sanctions list gave no answer");
  endFaults();
  silenceOracle(1);
  await t.payAndSettle();
  expect(await t.arrivedAt(asha.address)).toBe(net);
});

test("one that is sanctioned after it got its nonce is not signed, and a payout behind a silent oracle goes on", async () => {
  const { payoutId } = await t.handedOver(asha);
  await reserveNonce(t.deps);
  expect(await t.stateOf(payoutId)).toBe("reserved");
  await t.tested.sanction(asha.address);
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("reserved");
  expect(await waitReasonOf(payoutId)).toContain("The address is on the sanctions list");
  await t.tested.sanction(asha.address, false);
  silenceOracle();
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("reserved");
  endFaults();
  await t.payAndSettle();
  expect(await t.arrivedAt(asha.address)).toBe(net);
});

test("no person hands a sanctioned address over, takes it to pay by hand, or finds it in the file", async () => {
  const ravi = await t.addMember();
  const [listed, other] = [await t.withdraw(asha), await t.withdraw(ravi)];
  await t.tested.sanction(asha.address);
  const start = (id: number) =>
    t.finance.call(contract.startPaying, { params: { id }, body: { from: null } });
  expect((await t.handOver(listed)).body.code).toBe("SANCTIONED");
  expect((await start(listed)).body.code).toBe("SANCTIONED");
  silenceOracle();
  expect((await t.handOver(other)).body.code).toBe("SANCTIONS_UNKNOWN");
  expect((await start(other)).body.code).toBe("SANCTIONS_UNKNOWN");
  expect((await t.finance.call(contract.paymentBatch, {})).body.code).toBe("SANCTIONS_UNKNOWN");
  endFaults();
  const file = JSON.stringify((await t.finance.call(contract.paymentBatch, {})).body);
  expect(file).toContain(ravi.member.refId);
  expect(file).not.toContain(asha.member.refId);
  await t.finance.call(contract.stopPaying, { params: { id: other } });
  await t.finance.call(contract.rejectWithdrawal, {
    params: { id: listed },
    body: { reason: "Not allowed" },
  });
  await giveAddress(
    t.app.db,
    asha.member,
    privateKeyToAddress(generatePrivateKey()),
    longAgo(t.app.time.now),
  );
});
