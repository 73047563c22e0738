import type { Hex } from "../../platform/chain/types.ts";
import { keyedHash, keyedHashes, type SecretKey } from "../../platform/secrets.ts";

const purpose = "chain-payout";
const markDigits = 64;

/** Stands behind the data of a payment. Nobody without the key can tell from it which withdrawal was paid. */
export function markOf(secretKey: SecretKey, withdrawalId: number): Hex {
  return `0x${keyedHash(secretKey, purpose, String(withdrawalId)).toString("hex")}`;
}

/** Also those that earlier keys made. */
export function marksOf(secretKey: SecretKey, withdrawalId: number): Hex[] {
  const hashes = keyedHashes(secretKey, purpose, String(withdrawalId));
  return hashes.map((hash): Hex => `0x${hash.toString("hex")}`);
}

/** What stands in the place of a mark, whether it is one or not. */
export function markIn(data: Hex): Hex {
  return `0x${data.slice(2).slice(-markDigits).toLowerCase()}`;
}
