import { AppError } from "@fc/contract/errors";
import { ChainProblem, hexFrom, type Chain } from "../../platform/chain/types.ts";

type AskedChain = Pick<Chain, "isSanctioned"> | undefined;

/** An oracle that gives no answer to rely on decides nothing, so what it was asked for is not done either. */
export async function sanctionProblem(
  chain: AskedChain,
  address: string,
): Promise<"SANCTIONED" | "SANCTIONS_UNKNOWN" | undefined> {
  try {
    return (await chain?.isSanctioned(hexFrom(address))) ? "SANCTIONED" : undefined;
  } catch (error) {
    if (error instanceof ChainProblem) return "SANCTIONS_UNKNOWN";
    throw error;
  }
}

/** Call it before a transaction: an endpoint may be slow, and no lock must wait for it. */
export async function refuseSanctioned(chain: AskedChain, address: string): Promise<void> {
  const problem = await sanctionProblem(chain, address);
  if (problem) throw new AppError(problem);
}
