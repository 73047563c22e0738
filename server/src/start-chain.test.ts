import { expect, test } from "vitest";
import { readSettings } from "./platform/settings.ts";
import { startChain } from "./start-chain.ts";
import { StartError } from "./start-errors.ts";
import { startTestChain } from "./testing/chain/test-chain.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

test("without settings of a chain there is none", async () => {
  expect(await startChain(readSettings({}))).toBeUndefined();
});

test("a wrong setting of the chain is said as a sentence, a right one says coin and wallet", async () => {
  const tested = await startTestChain({ endpointCount: 2 });
  const settings = {
    CHAIN_RPC_URLS: tested.place.rpcUrls.join(","),
    CHAIN_ID: String(tested.place.chainId),
    COIN_CONTRACT: tested.contract,
    CHAIN_KEY_FILE: tested.keyFile,
  };
  const started = await startChain(readSettings(settings));
  expect(started?.lines.join()).toContain(tested.contract);
  expect(started?.lines.join()).toContain(tested.hotWallet.address);
  const wrong = await startChain(readSettings({ ...settings, CHAIN_ID: "56" })).catch(
    (error: unknown) => error,
  );
  expect(wrong).toBeInstanceOf(StartError);
  expect(String(wrong)).toContain("Please correct these settings:\n  CHAIN_ID: it is 56, but");
  await tested.stop();
});

test("CHAIN=local brings a coin and a wallet that can pay, and a node without a worker gets no key", async () => {
  const DATA_DIR = await temporaryFolder();
  const started = await startChain(readSettings({ CHAIN: "local", DATA_DIR }));
  const { chain, lines, stop } = started!;
  const { coinUnits, gasWei } = await chain.balancesOf(chain.signer!.address);
  expect(chain.fcOf(coinUnits)! > 0n && gasWei > 0n).toBe(true);
  expect(lines.join()).toContain("its coins are worth nothing");
  await stop();
  const facing = await startChain(readSettings({ CHAIN: "local", DATA_DIR, WORKER: "false" }));
  expect(facing!.chain.signer).toBeUndefined();
  await facing!.stop();
});
