import { encodeFunctionData, getAddress, isAddress, parseAbi } from "viem/utils";
import * as z from "zod";
import type { Endpoints } from "./endpoints.ts";
import type { ChainPlace } from "./place.ts";
import { ChainProblem, ChainSettingProblem, type Address } from "./types.ts";

/** The call of the public oracle contracts that keep sanctions lists on a chain. */
const oracleAbi = parseAbi(["function isSanctioned(address addr) view returns (bool)"]);

/** Yes or no, as one word; an address without a contract answers nothing at all, which must not mean no. */
const yesOrNo = z
  .string()
  .regex(/^0x0{63}[01]$/)
  .transform((word) => word.endsWith("1"));

/** A contract that is no oracle stops the start: otherwise no withdrawal would be paid, and nobody would know why. */
export async function openOracle(endpoints: Endpoints, place: ChainPlace): Promise<Address | undefined> {
  const { sanctionsOracle } = place;
  if (sanctionsOracle === undefined) return undefined;
  const problem = (what: string) => new ChainSettingProblem("SANCTIONS_ORACLE", what);
  if (!isAddress(sanctionsOracle)) throw problem("this address has a wrong checksum. Copy it again.");
  const oracle = getAddress(sanctionsOracle);
  await isSanctioned(endpoints, { oracle, address: oracle }).catch((error: unknown) => {
    throw error instanceof ChainProblem
      ? problem(`the contract at ${oracle} does not say whether an address is sanctioned. ${error.message}.`)
      : error;
  });
  return oracle;
}

export function isSanctioned(
  endpoints: Endpoints,
  { oracle, address }: { oracle: Address; address: Address },
): Promise<boolean> {
  const data = encodeFunctionData({ abi: oracleAbi, functionName: "isSanctioned", args: [address] });
  return endpoints.agreed((call) => call("eth_call", [{ to: oracle, data }, "latest"], yesOrNo));
}
