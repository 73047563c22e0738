import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { noFaults, type FaultyEndpoint } from "../../testing/chain/faulty-endpoint.ts";
import { oneCoin, startTestChain, type TestChain } from "../../testing/chain/test-chain.ts";
import { ChainProblem, type Address, type Chain, type Hash, type SignedTransaction } from "./types.ts";

let tested: TestChain;
let chain: Chain;
let hotWallet: Address;
let receiver: Address;

beforeAll(async () => {
  tested = await startTestChain();
  ({ chain } = tested);
  hotWallet = tested.hotWallet.address;
  receiver = (await tested.newWallet(10n)).address;
});
afterAll(() => tested.stop());
afterEach(() => {
  for (const { faults } of tested.endpoints) Object.assign(faults, noFaults);
  tested.local.baseFee = 10n ** 9n;
});

async function signedPayment(coins = 1n): Promise<SignedTransaction> {
  const { highest } = await chain.nonces(hotWallet);
  const data = chain.transferData(receiver, coins * oneCoin, "0x0102");
  return chain.signer!.sign({
    nonce: highest,
    to: chain.contract,
    data,
    gas: 100_000n,
    ...(await chain.fees()),
  });
}

async function finalPayment(): Promise<Hash> {
  const { hash, bytes } = await signedPayment();
  await chain.send(bytes);
  await tested.settle();
  return hash;
}

const liar = (): FaultyEndpoint => tested.endpoints[0]!;

test("a payment waits, is in a block, and is final with its fee and what arrived", async () => {
  const { hash, bytes } = await signedPayment(3n);
  expect(await chain.stateOf(hash)).toEqual({ at: "unknown" });
  expect(await chain.send(bytes)).toEqual({ taken: 3, refusals: [] });
  expect(await chain.stateOf(hash)).toEqual({ at: "waiting" });
  await tested.local.mine();
  expect(await chain.stateOf(hash)).toMatchObject({ at: "block" });
  await tested.settle();
  const state = await chain.stateOf(hash);
  expect(state).toMatchObject({
    at: "final",
    hasSucceeded: true,
    transfers: [{ hash, from: hotWallet, to: receiver, units: 3n * oneCoin }],
  });
  expect(state.at === "final" && state.feeWei > 0n).toBe(true);
  const sent = await chain.transactionOf(hash);
  expect(sent).toMatchObject({ from: hotWallet, to: chain.contract });
  expect(chain.transferIn(sent!.data)).toEqual({ to: receiver, units: 3n * oneCoin, mark: "0x0102" });
});

test("the same bytes can be sent as often as it takes, before and after they are in a block", async () => {
  const before = await chain.balancesOf(receiver);
  const { bytes } = await signedPayment();
  for (let n = 0; n < 3; n++) expect(await chain.send(bytes)).toEqual({ taken: 3, refusals: [] });
  await tested.settle();
  expect(await chain.send(bytes)).toEqual({ taken: 3, refusals: [] });
  await tested.settle();
  expect((await chain.balancesOf(receiver)).coinUnits - before.coinUnits).toBe(oneCoin);
});

test("what an endpoint refused is told with its name", async () => {
  const stale = await signedPayment();
  await finalPayment();
  const { taken, refusals } = await chain.send(stale.bytes);
  // The payment before has the same content, so the bytes are the same and they are known.
  expect({ taken, refusals }).toEqual({ taken: 3, refusals: [] });
  const data = chain.transferData(receiver, 9n, "0x");
  const used = await chain.signer!.sign({
    nonce: 0n,
    to: chain.contract,
    data,
    gas: 99_999n,
    ...(await chain.fees()),
  });
  expect(await chain.send(used.bytes)).toEqual({
    taken: 0,
    refusals: chain.endpointNames.map((endpoint) => ({
      endpoint,
      message: "it refused eth_sendRawTransaction: nonce too low",
    })),
  });
});

test("an endpoint that lies alone makes nothing final and nothing reverted", async () => {
  const waiting = await signedPayment();
  await chain.send(waiting.bytes);
  const final = await finalPayment();
  liar().faults.lie = ({ method }, result) =>
    method === "eth_getTransactionReceipt" ? { ...Object(result), status: "0x0", logs: [] } : undefined;
  expect(await chain.stateOf(final)).toMatchObject({ at: "final", hasSucceeded: true });

  const unsent = await signedPayment();
  const block = tested.local.finalBlock;
  liar().faults.lie = ({ method }) =>
    method === "eth_getTransactionReceipt"
      ? {
          transactionHash: unsent.hash,
          blockHash: block.hash,
          blockNumber: `0x${block.number.toString(16)}`,
          status: "0x1",
          gasUsed: "0x1",
          effectiveGasPrice: "0x1",
          logs: [],
        }
      : undefined;
  expect((await chain.stateOf(unsent.hash)).at).not.toBe("final");
});

test("where endpoints contradict each other about a final payment, nothing is decided", async () => {
  const hash = await finalPayment();
  const [one, two] = tested.endpoints;
  const say = (gasUsed: string) => (request: { method: string }, result: unknown) =>
    request.method === "eth_getTransactionReceipt" ? { ...Object(result), gasUsed } : undefined;
  one!.faults.lie = say("0x1");
  two!.faults.lie = say("0x2");
  await expect(chain.stateOf(hash)).rejects.toThrow("contradict each other");
});

test("an endpoint that lags blocks nothing, and two that lag only make us wait", async () => {
  const hash = await finalPayment();
  const [one, two] = tested.endpoints;
  one!.faults.lagsBlocks = 5;
  expect(await chain.stateOf(hash)).toMatchObject({ at: "final" });
  two!.faults.lagsBlocks = 5;
  expect(await chain.stateOf(hash)).toMatchObject({ at: "block" });
});

test.each([
  ["is down", { isDown: true }],
  ["is silent", { isSilent: true }],
  ["has too many requests", { isTooBusy: true }],
  ["answers nonsense", { answersNonsense: true }],
  ["answers something impossible", { lie: () => ({ number: -1, logs: "none" }) }],
])("one endpoint that %s does not matter, two do, and no key is in the message", async (_, faults) => {
  const hash = await finalPayment();
  const [one, two] = tested.endpoints;
  Object.assign(one!.faults, faults);
  expect(await chain.stateOf(hash)).toMatchObject({ at: "final" });
  expect((await chain.balancesOf(hotWallet)).coinUnits > 0n).toBe(true);
  Object.assign(two!.faults, faults);
  const failure = await chain.stateOf(hash).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ChainProblem);
  expect(String(failure)).toContain("1 of 3 endpoints answered, and 2 have to");
  expect(String(failure)).toContain(chain.endpointNames[1]);
  expect(String(failure)).not.toContain("secret-key");
});

test("after a reorganisation a payment that was in a block waits again, or is gone", async () => {
  const kept = await signedPayment();
  await chain.send(kept.bytes);
  await tested.local.mine();
  tested.local.baseFee = 10n ** 12n;
  await tested.local.reorganise(1);
  expect(await chain.stateOf(kept.hash)).toEqual({ at: "waiting" });
  tested.local.baseFee = 10n ** 9n;
  await tested.local.mine();
  await tested.local.reorganise(1, { without: [kept.hash] });
  expect(await chain.stateOf(kept.hash)).toEqual({ at: "unknown" });
  await expect(tested.local.reorganise(4)).rejects.toThrow("final blocks do not change");
});

test("a higher fee replaces a payment with the same nonce, and only one of them is paid", async () => {
  const first = await signedPayment();
  await chain.send(first.bytes);
  tested.local.baseFee = 10n ** 11n;
  await tested.local.mine();
  expect(await chain.stateOf(first.hash)).toEqual({ at: "waiting" });
  const sent = (await chain.nonces(hotWallet)).highest - 1n;
  const data = chain.transferData(receiver, oneCoin, "0x0102");
  const { maxFeePerGas, maxPriorityFeePerGas } = await chain.fees();
  const second = await chain.signer!.sign({
    nonce: sent,
    to: chain.contract,
    data,
    gas: 100_000n,
    maxFeePerGas,
    maxPriorityFeePerGas: 2n * maxPriorityFeePerGas,
  });
  expect(await chain.send(second.bytes)).toMatchObject({ taken: 3 });
  await tested.settle();
  expect(await chain.stateOf(second.hash)).toMatchObject({ at: "final" });
  expect(await chain.stateOf(first.hash)).toEqual({ at: "unknown" });
});

test("transfers are those that a majority has, though one endpoint leaves some out", async () => {
  const wallet = await tested.newWallet(5n);
  await tested.sendCoins(wallet, hotWallet, 2n);
  await tested.sendCoins(wallet, wallet.address, 1n);
  await tested.settle();
  const blocks = { from: 0n, to: await chain.finalBlock() };
  liar().faults.lie = ({ method }) => (method === "eth_getLogs" ? [] : undefined);
  const found = await chain.transfersOf(wallet.address, blocks);
  expect(found.map(({ from, to, units }) => [from, to, units / oneCoin])).toEqual([
    [tested.owner.address, wallet.address, 5n],
    [wallet.address, hotWallet, 2n],
    [wallet.address, wallet.address, 1n],
  ]);
  expect(found[0]!.blockTime.getUTCFullYear()).toBe(2026);
  tested.endpoints[1]!.faults.isDown = true;
  await expect(chain.transfersOf(wallet.address, blocks)).rejects.toThrow("contradict each other");
});

test("an endpoint that has not finalized the blocks yet does not count for their transfers", async () => {
  await tested.settle();
  const blocks = { from: 0n, to: await chain.finalBlock() };
  const [one, two] = tested.endpoints;
  one!.faults.lagsBlocks = 2;
  await expect(chain.transfersOf(hotWallet, blocks)).resolves.toBeDefined();
  two!.faults.lagsBlocks = 2;
  await expect(chain.transfersOf(hotWallet, blocks)).rejects.toThrow("has not finalized block");
});

test("a wallet's nonces are final by majority; one endpoint can only make us wait", async () => {
  await finalPayment();
  const honest = await chain.nonces(hotWallet);
  liar().faults.lie = ({ method }) => (method === "eth_getTransactionCount" ? "0x10000" : undefined);
  expect(await chain.nonces(hotWallet)).toEqual({ final: honest.final, highest: 65_536n });
  liar().faults.lie = ({ method }) => (method === "eth_getTransactionCount" ? "0x0" : undefined);
  expect(await chain.nonces(hotWallet)).toEqual(honest);
});

test("one endpoint cannot make us burn fees", async () => {
  const honest = await chain.fees();
  liar().faults.lie = ({ method }) => (method === "eth_gasPrice" ? "0xffffffffffffff" : undefined);
  expect(await chain.fees()).toEqual(honest);
});

test("a payment that the contract would refuse is known before it is sent", async () => {
  const stranger = await tested.newWallet();
  await tested.refuse(stranger.address);
  const call = (to: Address, coins: bigint) => ({
    from: hotWallet,
    to: chain.contract,
    data: chain.transferData(to, coins * oneCoin, "0x"),
  });
  expect(await chain.gasOf(call(stranger.address, 1n))).toBeUndefined();
  expect(await chain.gasOf(call(receiver, 10n ** 12n))).toBeUndefined();
  expect((await chain.gasOf(call(receiver, 1n)))! > 21_000n).toBe(true);
});

test("contracts are told from wallets, and addresses with a wrong checksum are none", async () => {
  expect(await chain.isContract(chain.contract)).toBe(true);
  expect(await chain.isContract(receiver)).toBe(false);
  expect(chain.addressIn(receiver.toLowerCase())).toBe(receiver);
  expect(chain.addressIn("0x52908400098527886E0F7030069857D2E4169eE7")).toBeUndefined();
  expect(chain.addressIn("0x1234")).toBeUndefined();
});
