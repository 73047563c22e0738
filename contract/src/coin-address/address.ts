import * as z from "zod/mini";

/** What is wrong with an address, each in words that help to mend it. */
export const addressProblems = {
  missing: "Please enter an address",
  prefix: "A BEP20 address begins with 0x",
  short: "This is too short: a BEP20 address has 42 characters, 0x included",
  long: "This is too long: a BEP20 address has 42 characters, 0x included",
  character: "After 0x there are only the digits 0 to 9 and the letters a to f",
  checksum: "The checksum does not fit: a character is wrong, or a capital letter. Please copy it again",
  nobody: "Nobody holds this address: coins sent to it are lost",
} as const;
type AddressProblem = keyof typeof addressProblems;

/** keccak-256, as either side has it; the contract has no hash of its own. */
type Keccak = (bytes: Uint8Array) => Uint8Array;

const addressLength = 42;
/** Kept by nobody, and where mistakes end up: all zeros, and the well-known place for burning coins. */
const nobodys = /^0x(?:0{40}|0{36}dead)$/;

/**
 * Why this cannot be an address, told from the left. EIP-55 hides a checksum in capital and small letters. An
 * address in small or capital letters alone carries none; exchanges show them so, and they are taken.
 */
export function coinAddressProblem(address: string, keccak: Keccak): AddressProblem | undefined {
  if (address === "") return "missing";
  if (!address.startsWith("0x")) return "prefix";
  if (!/^[0-9a-f]*$/i.test(address.slice(2))) return "character";
  if (address.length < addressLength) return "short";
  if (address.length > addressLength) return "long";
  if (nobodys.test(address.toLowerCase())) return "nobody";
  return hasChecksum(address) && address !== checksummed(address, keccak) ? "checksum" : undefined;
}

/** Whether a typing mistake in it would show. */
export function hasChecksum(address: string): boolean {
  return /[a-f]/.test(address) && /[A-F]/.test(address);
}

/** The address with its checksum: a letter is a capital where the hash of the small ones has 8 or more. */
export function checksummed(address: string, keccak: Keccak): string {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak(new TextEncoder().encode(digits));
  const isCapital = (at: number) => ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) % 16 >= 8;
  return `0x${[...digits].map((digit, at) => (isCapital(at) ? digit.toUpperCase() : digit)).join("")}`;
}

/** Bounded, whatever is pasted; the rules above judge the rest. */
export const typedAddress = z
  .string(addressProblems.missing)
  .check(z.trim(), z.minLength(1, addressProblems.missing), z.maxLength(100, addressProblems.long));
