import type { ChainPlace } from "./platform/chain/place.ts";
import { ChainSettingProblem, type Chain } from "./platform/chain/types.ts";
import type { Settings } from "./platform/settings.ts";
import { StartError } from "./start-errors.ts";

interface StartedChain {
  chain: Chain;
  /** What the start says about it. */
  lines: string[];
  stop(): Promise<void>;
}

/** The chain of the settings, if there is one. Only then its libraries are loaded, which takes a while. */
export async function startChain(settings: Settings): Promise<StartedChain | undefined> {
  if (settings.hasLocalChain) return startLocalChain(settings);
  if (settings.chain === undefined) return undefined;
  const { openChain } = await import("./platform/chain/chain.ts");
  const chain = await openChain(settings.chain).catch((error: unknown) => {
    throw error instanceof ChainSettingProblem
      ? new StartError(`Please correct these settings:\n  ${error.message}`)
      : error;
  });
  return { chain, lines: await linesOf(chain, settings.chain), stop: async () => undefined };
}

async function linesOf(chain: Chain, { sanctionsOracle }: ChainPlace): Promise<string[]> {
  const lines = [
    `  Chain          ${chain.chainId}, coin ${chain.contract}`,
    ...(sanctionsOracle === undefined ? [] : [`  Sanctions      oracle ${sanctionsOracle}`]),
  ];
  if (chain.signer === undefined) return lines;
  const { address } = chain.signer;
  const { gasWei } = await chain.balancesOf(address);
  const warning = gasWei === 0n ? "; it has nothing to pay fees with, so it cannot pay out" : "";
  return [...lines, `  Hot wallet     ${address}${warning}`];
}

async function startLocalChain(settings: Settings): Promise<StartedChain> {
  const { startDemoChain } = await import("./development/local-chain/demo-chain.ts");
  const { openChain } = await import("./platform/chain/chain.ts");
  const demo = await startDemoChain(settings.dataDir);
  const { rpcUrls, contract, signer } = demo.place;
  const chain = await openChain({ ...demo.place, signer: settings.worker ? signer : undefined });
  return {
    chain,
    lines: [
      `  Local chain    ${rpcUrls[0]} (chain ${chain.chainId}; its coins are worth nothing)`,
      `  Demo coin      ${contract}`,
      `  Hot wallet     ${demo.hotWallet} with ${demo.hotWalletCoins.toLocaleString("en-IN")} FC`,
      `  Demo wallet    ${demo.demoWallet}; npm run chain:send -- --to 0x… --coins 1000 sends coins from it`,
    ],
    stop: demo.stop,
  };
}
