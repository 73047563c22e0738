import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { encodeFunctionData, parseAbi } from "viem/utils";
import { coinCreation } from "../../development/local-chain/demo-coin.ts";
import { LocalChain } from "../../development/local-chain/local-chain.ts";
import { answer } from "../../development/local-chain/rpc.ts";
import { localWallet, resultIn, type LocalWallet } from "../../development/local-chain/wallet.ts";
import { openChain } from "../../platform/chain/chain.ts";
import { second } from "../../platform/clock.ts";
import { transferData } from "../../platform/chain/coin.ts";
import type { ChainPlace } from "../../platform/chain/place.ts";
import type { Address, Chain, Hash, Hex } from "../../platform/chain/types.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { listingData, oracleCreation } from "./sanctions-oracle.ts";
import { startFaultyEndpoint, type FaultyEndpoint } from "./faulty-endpoint.ts";

/** The call of the coin's owner after which a payment to an address fails. */
const refusingAbi = parseAbi(["function setRefused(address receiver, bool refused)"]);

export interface TestChain {
  local: LocalChain;
  endpoints: FaultyEndpoint[];
  contract: Address;
  /** Who made the coin and has all that nobody else has. */
  owner: LocalWallet;
  hotWallet: LocalWallet;
  hotWalletKey: Hex;
  keyFile: string;
  /** As the settings say it. */
  place: ChainPlace;
  /** Opened with the hot wallet's key. */
  chain: Chain;
  /** Another member's or stranger's wallet, with coins and gas. */
  newWallet(coins?: bigint): Promise<LocalWallet>;
  /** Sends coins in whole FC and returns the transaction, which waits. */
  sendCoins(from: LocalWallet, to: Address, coins: bigint, mark?: Hex): Promise<Hash>;
  /** Puts an address on the oracle's list, or takes it off. */
  sanction(address: Address, isListed?: boolean): Promise<void>;
  /** Payments of the coin to an address fail from now on. */
  refuse(receiver: Address, refused?: boolean): Promise<void>;
  /** Makes as many blocks as it takes until what waits now is final. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export const oneCoin = 10n ** 18n;
export const testChainId = 31_337;
const finalAfter = 3;
/** On a busy machine the local chain takes its time, and a late answer is not what most tests are about. */
const timeoutMs = 4 * second;
/** The start of the tests' clock. */
const startsAt = Date.parse("2026-11-15T06:00:00Z") / 1000;

/** A chain with a coin and a hot wallet that has 1,000,000 FC, asked by several endpoints. */
export async function startTestChain({
  endpointCount = 3,
  hotWalletCoins = 1_000_000n,
} = {}): Promise<TestChain> {
  const ownerKey = generatePrivateKey();
  const hotWalletKey = generatePrivateKey();
  const rich = [ownerKey, hotWalletKey].map((key) => ({
    address: privateKeyToAddress(key),
    wei: 10n ** 24n,
  }));
  const local = await LocalChain.start({ chainId: testChainId, wallets: rich, startsAt, finalAfter });
  const ask = async (method: string, params: unknown[]) =>
    resultIn(await answer(local, { id: 1, method, params }));
  const owner = localWallet(ownerKey, ask);
  const hotWallet = localWallet(hotWalletKey, ask);
  const contract = await owner.nextContract();
  await owner.send({ data: await coinCreation(10n ** 12n * oneCoin) });
  await local.mine();
  const sanctionsOracle = await owner.nextContract();
  await owner.send({ data: oracleCreation });
  await local.mine();
  const sendCoins: TestChain["sendCoins"] = (from, to, coins, mark = "0x") =>
    from.send({ to: contract, data: transferData(to, coins * oneCoin, mark) });
  const settle = () => local.mine(1 + finalAfter);
  if (hotWalletCoins > 0n) await sendCoins(owner, hotWallet.address, hotWalletCoins);
  await settle();

  const endpoints = await Promise.all(
    Array.from({ length: endpointCount }, (_, n) => startFaultyEndpoint(local, `/v3/secret-key-${n}`)),
  );
  const keyFile = join(await temporaryFolder(), "hot-wallet");
  await writeFile(keyFile, `${hotWalletKey}\n`);
  await chmod(keyFile, 0o600);
  const place: ChainPlace = {
    rpcUrls: endpoints.map(({ url }) => url),
    chainId: testChainId,
    contract,
    sanctionsOracle,
    signer: { kind: "file", keyFile },
  };
  return {
    local,
    endpoints,
    contract,
    owner,
    hotWallet,
    hotWalletKey,
    keyFile,
    place,
    chain: await openChain(place, { timeoutMs }),
    async newWallet(coins = 0n) {
      const wallet = localWallet(generatePrivateKey(), ask);
      await owner.send({ to: wallet.address, wei: 10n ** 20n });
      if (coins > 0n) await sendCoins(owner, wallet.address, coins);
      await local.mine();
      return wallet;
    },
    sendCoins,
    async sanction(address, isListed = true) {
      await owner.send({ to: sanctionsOracle, data: listingData(address, isListed) });
      await local.mine();
    },
    async refuse(receiver, refused = true) {
      const call = { abi: refusingAbi, functionName: "setRefused", args: [receiver, refused] } as const;
      await owner.send({ to: contract, data: encodeFunctionData(call) });
      await local.mine();
    },
    settle,
    async stop() {
      await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
    },
  };
}
