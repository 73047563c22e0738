import { addressProblems, coinAddressProblem } from "@fc/contract/coin-address/address";
import { keccak_256 } from "@noble/hashes/sha3.js";

/** What is wrong with a typed address, in words, by the rule that the server holds too. */
export function addressProblemText(address: string): string | undefined {
  const problem = coinAddressProblem(address, keccak_256);
  return problem && addressProblems[problem];
}
