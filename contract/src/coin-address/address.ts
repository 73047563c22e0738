import * as z from "zod/mini";

/** What is wrong with an address, in words that help to correct it. */
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

/** keccak-256. Browser and server pass their own implementation, because the contract depends on zod only. */
type Keccak = (bytes: Uint8Array) => Uint8Array;

const addressLength = 42;
/** Addresses that nobody owns and that mistakes often produce: all zeros, and the well-known burn address. */
const ownerless = /^0x(?:0{40}|0{36}dead)$/;

/**
 * Why this is not a valid address. EIP-55 encodes a checksum in capital and small letters. An address in only small
 * or only capital letters has no checksum; exchanges show addresses in this form, so they are accepted.
 */
export function coinAddressProblem(address: string, keccak: Keccak): AddressProblem | undefined {
  if (address === "") return "missing";
  if (!address.startsWith("0x")) return "prefix";
  if (!/^[0-9a-f]*$/i.test(address.slice(2))) return "character";
  if (address.length < addressLength) return "short";
  if (address.length > addressLength) return "long";
  if (ownerless.test(address.toLowerCase())) return "nobody";
  return hasChecksum(address) && address !== checksummed(address, keccak) ? "checksum" : undefined;
}

/** Whether the address contains a checksum, so that a typing mistake would be noticed. */
export function hasChecksum(address: string): boolean {
  return /[a-f]/.test(address) && /[A-F]/.test(address);
}

/** The address with its EIP-55 checksum: a letter is a capital where the hash's hexadecimal digit is 8 or more. */
export function checksummed(address: string, keccak: Keccak): string {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak(new TextEncoder().encode(digits));
  const isCapital = (at: number) => ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) % 16 >= 8;
  return `0x${[...digits].map((digit, at) => (isCapital(at) ? digit.toUpperCase() : digit)).join("")}`;
}

/** Addresses of this network can be checked, and it has a name that members know from their wallets. */
export function isBep20(network: string): boolean {
  return network.toUpperCase() === "BEP20";
}

/** Limits only the length; `coinAddressProblem` checks the rest. */
export const typedAddress = z
  .string(addressProblems.missing)
  .check(z.trim(), z.minLength(1, addressProblems.missing), z.maxLength(100, addressProblems.long));
