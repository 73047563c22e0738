import { decrypt, encrypt, keyedHash, keyedHashes, type SecretKey } from "../../platform/secrets.ts";

/**
 * PAN and bank account numbers are stored encrypted, for exactly one row: moved into another one, a number cannot be
 * read there.
 */
export type NumberPlace =
  | { kind: "account"; memberId: number }
  | { kind: "pan"; memberId: number; version: number }
  | { kind: "pan-correction"; memberId: number };

export function encryptedNumber(secretKey: SecretKey, place: NumberPlace, number: string): Buffer {
  return encrypt(secretKey, purposeOf(place), Buffer.from(number));
}

/** The columns of a number by which it can be read, and found without being read. */
export function numberColumns(
  secretKey: SecretKey,
  place: Exclude<NumberPlace, { kind: "pan-correction" }>,
  number: string,
): { encrypted_number: Buffer; number_index: Buffer } {
  return {
    encrypted_number: encryptedNumber(secretKey, place, number),
    number_index: numberIndex(secretKey, place.kind, number),
  };
}

/** A row has the number in clear until the task re-encrypt has seen it. */
export function numberIn(
  secretKey: SecretKey,
  place: NumberPlace,
  { clear, encrypted }: { clear: string | null | undefined; encrypted: Buffer | null },
): string {
  if (encrypted) return decrypt(secretKey, purposeOf(place), encrypted).toString();
  if (clear) return clear;
  throw new Error(`there is no number for ${purposeOf(place)}`);
}

/** Equal for equal numbers. It is keyed, because there are few enough numbers to try all of them. */
export function numberIndex(secretKey: SecretKey, kind: "account" | "pan", number: string): Buffer {
  return keyedHash(secretKey, "number-index", kind, number);
}

/** The same by earlier keys too, so that a number is also found while the key is being replaced. */
export function numberIndexes(secretKey: SecretKey, kind: "account" | "pan", number: string): Buffer[] {
  return keyedHashes(secretKey, "number-index", kind, number);
}

function purposeOf(place: NumberPlace): string {
  const version = place.kind === "pan" ? `:${place.version}` : "";
  return `${place.kind}:${place.memberId}${version}`;
}
