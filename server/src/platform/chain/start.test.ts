import { afterAll, beforeAll, expect, test } from "vitest";
import { startFaultyEndpoint } from "../../testing/chain/faulty-endpoint.ts";
import { startTestChain, type TestChain } from "../../testing/chain/test-chain.ts";
import { openChain } from "./chain.ts";
import type { ChainPlace } from "./place.ts";

let tested: TestChain;
beforeAll(async () => {
  tested = await startTestChain({ endpointCount: 3, hotWalletCoins: 0n });
});
afterAll(() => tested.stop());

const open = (change: Partial<ChainPlace>) =>
  openChain({ ...tested.place, ...change }, { timeoutMs: 10_000, signTimeoutMs: 10_000 });

test("a wrong setting of the chain stops the start with its name", async () => {
  const [url] = tested.place.rpcUrls;
  const wallet = tested.owner.address;
  await expect(open({ chainId: 56 })).rejects.toThrow(
    /^CHAIN_ID: it is 56, but .* is an endpoint of chain 31337\.$/,
  );
  await expect(open({ contract: wallet })).rejects.toThrow(
    `COIN_CONTRACT: there is no contract at ${wallet} on chain 31337.`,
  );
  const swapped = tested.contract.replace(/[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  await expect(open({ contract: swapped })).rejects.toThrow(
    "COIN_CONTRACT: this address has a wrong checksum",
  );
  await expect(open({ rpcUrls: [url!, "http://127.0.0.1:1/v3/secret"] })).rejects.toThrow(
    "CHAIN_RPC_URLS: 1 of 2 endpoints answered, and 2 have to. 127.0.0.1:1: it cannot be reached",
  );
});

test("a contract that is not a coin, or cannot be counted exactly, stops the start", async () => {
  const decimals = (answer: string) => () => {
    for (const { faults } of tested.endpoints) {
      faults.lie = ({ method }) => (method === "eth_call" ? answer : undefined);
    }
  };
  decimals("0x")();
  await expect(open({})).rejects.toThrow("is not a coin");
  decimals(`0x${"2".padStart(64, "0")}`)();
  await expect(open({})).rejects.toThrow("COIN_CONTRACT: this coin has 2 decimals");
  for (const { faults } of tested.endpoints) faults.lie = undefined;
});

test("an endpoint that is down does not stop the start, and is not believed later if it is of another chain", async () => {
  const [one, two, three] = tested.endpoints;
  three!.faults.isDown = true;
  const chain = await open({});
  expect(chain.endpointNames).toHaveLength(3);
  three!.faults.isDown = false;
  three!.faults.lie = ({ method }) => (method === "eth_chainId" ? "0x38" : undefined);
  one!.faults.isDown = true;
  await expect(chain.finalBlock()).rejects.toThrow("it is an endpoint of chain 56, not of 31337");
  three!.faults.lie = undefined;
  await expect(chain.finalBlock()).resolves.toBe(tested.local.finalBlock.number);
  one!.faults.isDown = false;
  expect(two!.asked).toContain("eth_getCode");
});

test("one endpoint is enough where only one is configured", async () => {
  const chain = await open({ rpcUrls: tested.place.rpcUrls.slice(0, 1), signer: undefined });
  expect(chain).toMatchObject({ majority: 1, signer: undefined });
});

test("what a server says about its limits is asked in halves, and without its key in our words", async () => {
  const endpoint = await startFaultyEndpoint(tested.local, "/v3/another-secret-key");
  const chain = await open({ rpcUrls: [endpoint.url], signer: undefined });
  await tested.sendCoins(tested.owner, tested.hotWallet.address, 5n);
  await tested.settle();
  const limited = (most: bigint) => {
    endpoint.faults.refuse = ({ method, params }) => {
      if (method !== "eth_getLogs") return undefined;
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
      return BigInt(toBlock) - BigInt(fromBlock) >= most ? "limit of another-secret-key exceeded" : undefined;
    };
  };
  const blocks = { from: 0n, to: await chain.finalBlock() };
  limited(2n);
  const found = await chain.transfersOf(tested.hotWallet.address, blocks);
  expect(found.map(({ units }) => units)).toEqual([5n * 10n ** 18n]);
  limited(0n);
  await expect(chain.transfersOf(tested.hotWallet.address, blocks)).rejects.toThrow("limit of … exceeded");
  await endpoint.stop();
});
