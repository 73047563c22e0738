import { afterAll, beforeAll, expect, test } from "vitest";
import { haltAllWallets } from "../../core/chain/wallets.ts";
import { reconcileWallet } from "../../core/chain/reconcile.ts";
import { reserveNonce } from "../../core/chain/reserve.ts";
import { consoleHotWallet } from "@fc/contract/withdraw/console-payouts";
import { atomically } from "../../platform/db.ts";
import { createLog } from "../../platform/logger.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { noFaults, type Faults } from "../../testing/chain/faulty-endpoint.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import { cloneOf } from "../../testing/test-database.ts";
import { signedIn, startTestApp } from "../../testing/test-app.ts";
import {
  feeFc,
  payoutTestOf,
  startPayoutTest,
  type PayingMember,
  type PayoutTest,
} from "../../testing/payouts.ts";
import { giveUpPayout } from "@fc/contract/withdraw/console-payouts";
import { payOut } from "./payout-task.ts";

let t: PayoutTest;
let payees: PayingMember[];
beforeAll(async () => {
  t = await startPayoutTest();
  payees = [await t.addMember(), await t.addMember(), await t.addMember(), await t.addMember()];
});
afterAll(async () => {
  await stopWithBooksRight(t.app);
  await t.tested.stop();
});

const net = 8_000_000 - feeFc;

/** The server as it is after a restore: an older state of the database, the same chain and the same keys. */
async function restoredFrom(database: Awaited<ReturnType<typeof cloneOf>>): Promise<PayoutTest> {
  const app = await startTestApp(createLog("silent"), { chain: t.tested.chain, database });
  app.time.now = t.app.time.now;
  const finance = await operatorSignedIn(app, "finance");
  return payoutTestOf({ ...t, app, finance });
}

const reconciled = (restored: PayoutTest, accepted: readonly string[] = []) =>
  reconcileWallet(restored.deps, { address: t.tested.hotWallet.address, accepted });

test("what was paid never counts as not paid while endpoints lag or lie, so it is not paid again", async () => {
  const payee = await t.addMember();
  const { id, payoutId } = await t.handedOver(payee);
  await payOut(t.deps);
  await t.tested.settle();
  const [one, two] = t.tested.endpoints.map(({ faults }) => faults);

  // Two know of no receipt, though all of them list the transfer.
  const noReceipts: Faults["lie"] = ({ method }) =>
    method === "eth_getTransactionReceipt" ? null : undefined;
  Object.assign(one!, { lie: noReceipts });
  Object.assign(two!, { lie: noReceipts });
  await expect(reconciled(t)).rejects.toThrow("Run this again");
  expect(await t.stateOf(payoutId)).not.toBe("failed");

  // One is behind, and another one does not say which block is final: the nonces are known further than the payments.
  Object.assign(one!, noFaults, { lagsBlocks: 4 });
  Object.assign(two!, noFaults, {
    refuse: (({ method, params }) =>
      method === "eth_getBlockByNumber" && params[0] === "finalized"
        ? "not now"
        : undefined) satisfies Faults["refuse"],
  });
  await reconciled(t).catch(() => undefined);
  expect(await t.stateOf(payoutId)).not.toBe("failed");

  Object.assign(one!, noFaults);
  Object.assign(two!, noFaults);
  expect(await reconciled(t)).toMatchObject({ isFree: true, findings: [] });
  expect(await t.withdrawalOf(id)).toMatchObject({ status: "A" });
  await t.payAndSettle();
  expect(await t.arrivedAt(payee.address)).toBe(net);
});

test("after a restore nothing is paid again: the wallet halts, and finds its own payments by their marks", async () => {
  // Paid before the backup; handed over; with a nonce; given up later; not handed over yet.
  await t.handedOver(payees[0]!);
  await t.payAndSettle();
  const reserved = await t.handedOver(payees[0]!);
  await reserveNonce(t.deps);
  const waiting = await t.handedOver(payees[1]!);
  const givenUp = await t.handedOver(payees[2]!);
  const pending = await t.withdraw(payees[3]!);
  const backup = await cloneOf(t.app.databaseUrl);

  // After the backup all of them are paid, one of them after it was given up with another nonce.
  t.tested.local.baseFee = 8n * 10n ** 9n;
  await payOut(t.deps);
  await t.finance.call(giveUpPayout, { params: { id: givenUp.payoutId }, body: { reason: "Wait" } });
  await payOut(t.deps);
  t.tested.local.baseFee = 10n ** 9n;
  await t.payAndSettle();
  expect((await t.handOver(givenUp.id)).status).toBe(200);
  expect((await t.handOver(pending)).status).toBe(200);
  await t.payAndSettle();
  const paid = await Promise.all(payees.map(({ address }) => t.arrivedAt(address)));
  expect(paid).toEqual([2 * net, net, net, net]);

  const restored = await restoredFrom(backup);
  try {
    // Even if nobody has halted it, the chain's nonce does.
    await payOut(restored.deps);
    const wallet = await restored.app.db.selectFrom("chain_wallets").selectAll().executeTakeFirstOrThrow();
    expect(wallet.halted_at).not.toBeNull();
    await atomically(restored.app.db, haltAllWallets, { reason: "Restored", now: t.app.time.now });
    await payOut(restored.deps);
    const { findings, isFree } = await reconciled(restored);
    expect(findings.filter(({ isExplained }) => !isExplained)).toEqual([]);
    expect(isFree).toBe(true);
    for (const id of [reserved.id, waiting.id, givenUp.id, pending]) {
      expect(await restored.withdrawalOf(id)).toMatchObject({ status: "A" });
    }
    expect((await reconciled(restored)).findings).toEqual([]);
    // It goes on with the next nonce.
    const again = { ...payees[3]!, client: await signedIn(restored.app, payees[3]!.member) };
    const next = await restored.withdraw(again);
    expect((await restored.handOver(next)).status).toBe(200);
    await restored.payAndSettle();
    expect((await restored.withdrawalOf(next)).status).toBe("A");
    expect(await t.arrivedAt(payees[3]!.address)).toBe(2 * net);
  } finally {
    await stopWithBooksRight(restored.app);
  }
});

test("a payment that no withdrawal explains is named, and holds the wallet until somebody has looked", async () => {
  const stranger = (await t.tested.newWallet()).address;
  await t.tested.sendCoins(t.tested.hotWallet, stranger, 5n);
  await t.tested.settle();
  const { payoutId } = await t.handedOver(payees[1]!);
  await payOut(t.deps);
  expect(await t.stateOf(payoutId)).toBe("waiting");
  const { halted } = (await t.finance.call(consoleHotWallet, {})).body.data.wallet;
  expect(halted.reason).toContain("Run npm run chain:reconcile");
  const held = await reconciled(t);
  expect(held.isFree).toBe(false);
  expect(held.findings.some(({ text }) => text.includes(stranger))).toBe(true);
  // Each is accepted by its own hash: what one person has looked at says nothing of the other one.
  // The other one was made by the server of the test before, with a database of its own.
  const [first, ...others] = held.findings.map(({ hash }) => hash ?? "no hash");
  expect(others).toHaveLength(1);
  expect((await reconciled(t, others)).isFree).toBe(false);
  expect((await reconciled(t, [first ?? "no hash"])).isFree).toBe(true);
  expect((await reconciled(t)).findings).toEqual([]);
  await t.payAndSettle();
  expect(await t.stateOf(payoutId)).toBe("paid");
});

test("a payment of ours that moved another amount holds the wallet until somebody has looked", async () => {
  const { payoutId } = await t.handedOver(payees[2]!);
  await payOut(t.deps);
  await t.tested.settle();
  // As a contract does that begins to keep a part of each payment.
  const withLess = (log: unknown): unknown => ({ ...Object(log), data: `0x${"0".repeat(63)}1` });
  for (const { faults } of t.tested.endpoints) {
    faults.lie = ({ method }, result) => {
      if (method === "eth_getLogs") return (result as unknown[]).map(withLess);
      if (method !== "eth_getTransactionReceipt" || result === null) return undefined;
      const receipt = result as { logs: unknown[] };
      return { ...receipt, logs: receipt.logs.map(withLess) };
    };
  }
  await payOut(t.deps);
  const held = await reconciled(t);
  expect(held.isFree).toBe(false);
  expect(held.findings.filter(({ isExplained }) => !isExplained)).toHaveLength(1);
  expect(await t.stateOf(payoutId)).not.toBe("failed");
  for (const { faults } of t.tested.endpoints) Object.assign(faults, noFaults);
  expect((await reconciled(t)).isFree).toBe(true);
  expect(await t.stateOf(payoutId)).toBe("paid");
});
