import { encodeFunctionData, hashMessage, parseAbi } from "viem/utils";
import { bytes } from "./answers.ts";
import { NoAnswer } from "./endpoint.ts";
import type { Endpoints } from "./endpoints.ts";
import type { Address, Hex } from "./types.ts";

/** How a wallet that is a contract is asked about a signature (EIP-1271). */
const walletAbi = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);
/** It says yes by the selector of this call, in front of zeros. */
const accepted = `0x1626ba7e${"0".repeat(56)}`;

interface ContractSignature {
  address: Address;
  text: string;
  signature: Hex;
}

export async function hasContractSigned(
  endpoints: Endpoints,
  { address, text, signature }: ContractSignature,
): Promise<boolean> {
  const call = { abi: walletAbi, functionName: "isValidSignature" } as const;
  const data = encodeFunctionData({ ...call, args: [hashMessage(text), signature] });
  const answer = await endpoints.agreed(async (ask): Promise<Hex> => {
    try {
      return await ask("eth_call", [{ to: address, data }, "latest"], bytes);
    } catch (error) {
      // Many wallets fail where they do not accept it, and other contracts have no such call.
      if (error instanceof NoAnswer && error.refusal) return "0x";
      throw error;
    }
  });
  return answer === accepted;
}
