import { ChainSettingProblem, type Chain } from "./platform/chain/types.ts";
import type { Settings } from "./platform/settings.ts";
import { StartError } from "./start-errors.ts";

/** The chain of the settings, if there is one. Only then its libraries are loaded, which takes a while. */
export async function openSettingsChain({ chain: place }: Settings): Promise<Chain | undefined> {
  if (place === undefined) return undefined;
  const { openChain } = await import("./platform/chain/chain.ts");
  return openChain(place).catch((error: unknown) => {
    throw error instanceof ChainSettingProblem
      ? new StartError(`Please correct these settings:\n  ${error.message}`)
      : error;
  });
}
