import { hexFrom } from "../../platform/chain/types.ts";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { getContractAddress } from "viem/utils";
import { balanceData, transferData } from "../../platform/chain/coin.ts";
import type { ChainPlace } from "../../platform/chain/place.ts";
import type { Address, Hash, Hex } from "../../platform/chain/types.ts";
import { coinCreation } from "./demo-coin.ts";
import { LocalChain, storedBlock, storedOf, type StoredBlock } from "./local-chain.ts";
import { answer } from "./rpc.ts";
import { serveChain } from "./rpc-server.ts";
import { localWallet, resultIn, type Ask } from "./wallet.ts";

/** What wallets call a chain of one's own. */
const demoChainId = 31_337;
/** Where wallets expect one. */
const usualPort = 8545;
const usualBlockMs = 3000;
const finalAfter = 3;
const oneCoin = 10n ** 18n;
const supplyCoins = 100_000_000_000n;
const hotWalletCoins = 1_000_000_000n;

export interface DemoChain {
  place: ChainPlace;
  hotWallet: Address;
  hotWalletCoins: bigint;
  /** Has all other coins, to try deposits with. */
  demoWallet: Address;
  stop(): Promise<void>;
}

/** The files of the demo's chain. */
function filesIn(dataDir: string) {
  const folder = join(dataDir, "local-chain");
  return {
    folder,
    blocks: join(folder, "blocks.jsonl"),
    hotWalletKey: join(folder, "hot-wallet.key"),
    demoWalletKey: join(folder, "demo-wallet.key"),
    url: join(folder, "url"),
  };
}

/**
 * A chain with a coin and a hot wallet, in this process. It goes on where it stopped: its blocks are kept in a file and
 * made again at each start. A command beside a running server uses that server's chain.
 */
export async function startDemoChain(
  dataDir: string,
  { blockEveryMs = usualBlockMs } = {},
): Promise<DemoChain> {
  const files = filesIn(dataDir);
  await mkdir(files.folder, { recursive: true });
  const demoKey = await keyIn(files.demoWalletKey);
  const hotWallet = privateKeyToAddress(await keyIn(files.hotWalletKey));
  const demoWallet = privateKeyToAddress(demoKey);
  const contract = getContractAddress({ from: demoWallet, nonce: 0n });
  const demoAt = async (url: string, ask: Ask, stop: DemoChain["stop"]): Promise<DemoChain> => ({
    place: {
      rpcUrls: [url],
      chainId: demoChainId,
      contract,
      signer: { kind: "file", keyFile: files.hotWalletKey },
    },
    hotWallet,
    hotWalletCoins:
      BigInt(String(await ask("eth_call", [{ to: contract, data: balanceData(hotWallet) }, "latest"]))) /
      oneCoin,
    demoWallet,
    stop,
  });
  const running = await runningChain(files.url, contract);
  // Two chains would write their blocks into one file.
  if (running !== undefined) return demoAt(running, askAt(running), async () => undefined);
  const wallets = [
    { address: demoWallet, wei: 10n ** 24n },
    { address: hotWallet, wei: 10n ** 19n },
  ];
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  const stored = await blocksIn(files.blocks);
  const chain = await LocalChain.start(
    { chainId: demoChainId, wallets, startsAt: 0, finalAfter, nowSeconds },
    stored,
  );
  if (stored.length === 0) await makeCoin(chain, demoKey, { contract, hotWallet });
  let kept = stored.length + 1;
  const keep = async () => {
    const fresh = chain.blocks.slice(kept);
    kept += fresh.length;
    await appendFile(files.blocks, fresh.map((block) => `${JSON.stringify(storedOf(block))}\n`).join(""));
  };
  await keep();
  const server = await serveChain(chain, usualPort).catch(() => serveChain(chain));
  await writeFile(files.url, server.url);
  const mining = startMining(chain, { keep, blockEveryMs });
  return demoAt(server.url, askOf(chain), async () => {
    await server.stop();
    await mining.end();
  });
}

/** The address of the chain that another process runs for this folder. Another demo's chain does not have the coin. */
async function runningChain(urlFile: string, contract: Address): Promise<string | undefined> {
  try {
    const url = await readFile(urlFile, "utf8");
    return (await askAt(url)("eth_getCode", [contract, "latest"])) === "0x" ? undefined : url;
  } catch {
    return undefined;
  }
}

const answersWithinMs = 5000;

function askAt(url: string): Ask {
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const signal = AbortSignal.timeout(answersWithinMs);
    return resultIn(await (await fetch(url, { method: "POST", body, signal })).json());
  };
}

function askOf(chain: LocalChain): Ask {
  return async (method, params) => resultIn(await answer(chain, { id: 1, method, params }));
}

/** Sends coins of the demo's wallet over the chain of a running demo. */
export async function sendDemoCoins(
  dataDir: string,
  { to, coins }: { to: Address; coins: bigint },
): Promise<Hash> {
  const files = filesIn(dataDir);
  const ask = askAt(await readFile(files.url, "utf8"));
  const wallet = localWallet(hexFrom((await readFile(files.demoWalletKey, "utf8")).trim()), ask);
  const contract = getContractAddress({ from: wallet.address, nonce: 0n });
  return wallet.send({ to: contract, data: transferData(to, coins * oneCoin, "0x") });
}

async function makeCoin(
  chain: LocalChain,
  key: Hex,
  { contract, hotWallet }: { contract: Address; hotWallet: Address },
): Promise<void> {
  const owner = localWallet(key, askOf(chain));
  await owner.send({ data: await coinCreation(supplyCoins * oneCoin) });
  await owner.send({ to: contract, data: transferData(hotWallet, hotWalletCoins * oneCoin, "0x") });
  await chain.mine(1 + finalAfter);
}

/** A block every few seconds, as long as something waits or is not final. An idle demo adds nothing to its file. */
function startMining(
  chain: LocalChain,
  { keep, blockEveryMs }: { keep: () => Promise<void>; blockEveryMs: number },
): { end(): Promise<void> } {
  let work: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    if (chain.pool.size === 0 && isAllFinal(chain)) return;
    work = work.then(() => chain.mine()).then(keep);
  }, blockEveryMs);
  timer.unref();
  return {
    async end() {
      clearInterval(timer);
      await work;
    },
  };
}

function isAllFinal({ blocks, finalBlock }: LocalChain): boolean {
  return blocks.slice(Number(finalBlock.number) + 1).every(({ transactions }) => transactions.length === 0);
}

/** What an ended process left half written is the last line, and is left out. */
async function blocksIn(file: string): Promise<StoredBlock[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  const complete = text.slice(0, text.lastIndexOf("\n") + 1);
  if (complete !== text) await writeFile(file, complete);
  return complete
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => storedBlock.parse(JSON.parse(line)));
}

/** A key that stays: made at the first start, for this user only. */
async function keyIn(file: string): Promise<Hex> {
  const found = await readFile(file, "utf8").catch(() => undefined);
  if (found !== undefined) return hexFrom(found.trim());
  const key = generatePrivateKey();
  await writeFile(file, `${key}\n`, { mode: 0o600, flag: "wx" });
  return key;
}
