import { creationOf } from "./contract-bytes.ts";
import type { Address, Hex } from "../../platform/chain/types.ts";

/**
 * A contract that answers isSanctioned(address) from its storage. It reads no selector: a call with one word is
 * answered, and one with two words, an address and 0 or 1, is stored.
 */
export const oracleCreation = creationOf(
  [
    "36604414601357", // if calldatasize = 4 + 2 * 32, go to the last line
    "60043554600052", // memory[0] = storage[first word]
    "60206000f3", // return memory[0]
    "5b60243560043555", // storage[first word] = second word
    "00",
  ].join(""),
);

export function listingData(address: Address, isListed: boolean): Hex {
  const word = (hex: string) => hex.padStart(64, "0");
  return `0x00000000${word(address.slice(2).toLowerCase())}${word(isListed ? "1" : "0")}`;
}
