import { consoleHotWallet, pauseHotWallet } from "@fc/contract/withdraw/console-payouts";
import { encodeFunctionData, parseAbi } from "viem/utils";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { lookAtWallet } from "../../core/chain/look.ts";
import { reconcileWallet } from "../../core/chain/reconcile.ts";
import { reserveNonce } from "../../core/chain/reserve.ts";
import { openChain } from "../../platform/chain/chain.ts";
import { createLog } from "../../platform/logger.ts";
import { stopWithBooksRight } from "../../testing/books.ts";
import { noFaults } from "../../testing/chain/faulty-endpoint.ts";
import { startRemoteSigner } from "../../testing/chain/remote-signer.ts";
import { operatorSignedIn } from "../../testing/operators.ts";
import {
  feeFc,
  payoutTestOf,
  startPayoutTest,
  type PayingMember,
  type PayoutTest,
} from "../../testing/payouts.ts";
import { cloneOf } from "../../testing/test-database.ts";
import { signedIn, startTestApp } from "../../testing/test-app.ts";
import { payOut } from "./payout-task.ts";
import { generatePrivateKey } from "viem/accounts";

let t: PayoutTest;
let asha: PayingMember;
let bina: PayingMember;
beforeAll(async () => {
  t = await startPayoutTest();
  asha = await t.addMember();
  bina = await t.addMember();
});
afterAll(async () => {
  await stopWithBooksRight(t.app);
  await t.tested.stop();
});
afterEach(() => {
  for (const { faults } of t.tested.endpoints) Object.assign(faults, noFaults);
});

const net = 8_000_000 - feeFc;
const transferFrom = parseAbi(["function transferFrom(address from, address to, uint256 value)"]);

const reconciled = (of: PayoutTest, accepted: readonly string[] = []) =>
  reconcileWallet(of.deps, { address: t.tested.hotWallet.address, accepted });
const haltOf = async (of: PayoutTest): Promise<{ reason: string } | null> =>
  (await of.finance.call(consoleHotWallet, {})).body.data.wallet.halted;

/** Another state of the database, on which a server goes on that was not there when this one was written. */
async function takenOver(database: Awaited<ReturnType<typeof cloneOf>>): Promise<PayoutTest> {
  const app = await startTestApp(createLog("silent"), { chain: t.tested.chain, database });
  app.time.now = t.app.time.now;
  await app.db.updateTable("chain_wallets").set({ timeline: "7/00000001" }).execute();
  return payoutTestOf({ ...t, app, finance: await operatorSignedIn(app, "finance") });
}

test("a nonce of ours that was used without a transfer is a difference, and frees no payout by itself", async () => {
  const { id, payoutId } = await t.handedOver(asha);
  await reserveNonce(t.deps);
  // Somebody who has the key uses the number for something else.
  await t.tested.hotWallet.send({ to: t.tested.owner.address, wei: 1n });
  await t.tested.settle();
  const held = await reconciled(t);
  expect(held.isFree).toBe(false);
  const [difference] = held.findings;
  expect(difference).toMatchObject({ isExplained: false });
  expect(difference?.text).toContain(`withdrawal ${id}`);
  expect(await t.stateOf(payoutId)).toBe("reserved");

  // Somebody has looked at it, but the wallet holds less than its transfers say: a payment may be hidden.
  const accepted = [difference?.hash ?? "no hash"];
  for (const { faults } of t.tested.endpoints) {
    faults.lie = ({ method }, result) =>
      method === "eth_call" && typeof result === "string" && BigInt(result) > 10n ** 18n
        ? `0x${(BigInt(result) - 1n).toString(16).padStart(64, "0")}`
        : undefined;
  }
  const short = await reconciled(t, accepted);
  expect(short.isFree).toBe(false);
  expect(short.findings[0]?.text).toContain("It is not freed for another payment");
  expect(await t.stateOf(payoutId)).toBe("reserved");

  for (const { faults } of t.tested.endpoints) Object.assign(faults, noFaults);
  expect((await reconciled(t, accepted)).isFree).toBe(true);
  expect(await t.stateOf(payoutId)).toBe("failed");
  expect((await t.handOver(id)).status).toBe(200);
  await t.payAndSettle();
  expect(await t.arrivedAt(asha.address)).toBe(net);
});

test("a nonce that nobody here has given is a difference until it is accepted by its hash", async () => {
  await t.tested.hotWallet.send({ to: t.tested.owner.address, wei: 1n });
  await t.tested.settle();
  const held = await reconciled(t);
  expect(held).toMatchObject({ isFree: false, findings: [{ isExplained: false }] });
  expect((await reconciled(t, [`0x${"1".repeat(64)}`])).isFree).toBe(false);
  expect((await reconciled(t, [held.findings[0]?.hash ?? ""])).isFree).toBe(true);
  expect((await reconciled(t)).findings).toEqual([]);
});

test("a stranger who moves nothing in the wallet's name is ignored", async () => {
  const stranger = await t.tested.newWallet();
  const call = { abi: transferFrom, functionName: "transferFrom" } as const;
  const nothing = [t.tested.hotWallet.address, stranger.address, 0n] as const;
  await stranger.send({ to: t.tested.contract, data: encodeFunctionData({ ...call, args: nothing }) });
  await t.tested.settle();
  expect(await reconciled(t)).toMatchObject({ isFree: true, findings: [] });
});

test("after a failover that lost rows the worker compares by itself, goes on, and pays nothing twice", async () => {
  const before = await t.arrivedAt(bina.address);
  const lost = await t.handedOver(bina);
  const copy = await cloneOf(t.app.databaseUrl);
  await t.payAndSettle();
  const successor = await takenOver(copy);
  try {
    await payOut(successor.deps);
    expect(await haltOf(successor)).toBeNull();
    expect(await successor.withdrawalOf(lost.id)).toMatchObject({ status: "A" });
    await successor.payAndSettle();
    expect(await t.arrivedAt(bina.address)).toBe(before + net);
  } finally {
    await stopWithBooksRight(successor.app);
  }
});

test("after a failover the wallet halts where the chain has a payment that no withdrawal explains", async () => {
  const copy = await cloneOf(t.app.databaseUrl);
  const { address } = await t.tested.newWallet();
  const hash = await t.tested.sendCoins(t.tested.hotWallet, address, 5n);
  await t.tested.settle();
  expect((await reconciled(t, [hash])).isFree).toBe(true);
  const successor = await takenOver(copy);
  try {
    const { payoutId } = await successor.handedOver({
      ...bina,
      client: await signedIn(successor.app, bina.member),
    });
    await payOut(successor.deps);
    expect((await haltOf(successor))?.reason).toContain("Run npm run chain:reconcile");
    expect(await successor.stateOf(payoutId)).toBe("waiting");
  } finally {
    await stopWithBooksRight(successor.app);
  }
});

test("a new wallet starts paused while an older one of the chain is paused", async () => {
  await lookAtWallet(t.deps);
  expect((await t.finance.call(pauseHotWallet, { body: { reason: "Keys are changed" } })).status).toBe(200);
  const remote = await startRemoteSigner([generatePrivateKey()]);
  const chain = await openChain({ ...t.tested.place, signer: { kind: "remote", url: remote.url } });
  await lookAtWallet({ ...t.deps, chain });
  const wallets = await t.app.db.selectFrom("chain_wallets").select("pause_reason").execute();
  expect(wallets.map(({ pause_reason }) => pause_reason)).toEqual(["Keys are changed", "Keys are changed"]);
  await remote.stop();
});
