import { addressProblems, checksummed, coinAddressProblem } from "@fc/contract/coin-address/address";
import { AppError } from "@fc/contract/errors";
import { keccak_256 } from "@noble/hashes/sha3.js";

/** The stored form of an address, with its checksum. Throws an error for the field if it is not a valid address. */
export function checkedAddress(typed: string, field: string): string {
  const problem = coinAddressProblem(typed, keccak_256);
  if (problem) throw new AppError("BAD_REQUEST", { fields: { [field]: addressProblems[problem] } });
  return checksummed(typed, keccak_256);
}
