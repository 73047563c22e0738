import * as z from "zod/mini";
import { typedRefId } from "./ref-id.ts";
import { route } from "./route.ts";
import { ownUserId } from "./wire.ts";

export const coinAddressCreated = "Free coin address created";
export const coinAddressUpdated = "Free coin address updated";

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
const typedAddress = z
  .string(addressProblems.missing)
  .check(z.trim(), z.minLength(1, addressProblems.missing), z.maxLength(100, addressProblems.long));

const coinAddress = z.object({ freeCoinAddress: z.string(), userId: z.number() });
export type CoinAddress = z.output<typeof coinAddress>;

export const getFreeCoinAddress = route({
  method: "GET",
  path: "/user/getFreeCoinAddress/:userId",
  kyc: true,
  access: "member",
  summary: "Where the member's coins are sent; null before an address was set.",
  params: ownUserId,
  response: z.object({ data: z.nullable(coinAddress) }),
});

export const createFreeCoinAddress = route({
  method: "POST",
  path: "/user/freeCoinAddress/create",
  access: "member",
  summary:
    "Sets the free coin address, once its one-time password was verified. Withdrawals wait afterwards.",
  body: z.strictObject({ userId: z.number("Not a user id"), freeCoinAddress: typedAddress }),
  response: z.object({ message: z.string(), data: coinAddress }),
});

export const editFreeCoinAddress = route({
  method: "PUT",
  path: "/user/editFreeCoinAddress/:address",
  access: "member",
  summary: "Puts the address of the path in the place of the one in the body. Withdrawals wait afterwards.",
  params: z.object({ address: typedAddress }),
  /** The record as it is: one that was changed meanwhile is refused. */
  body: z.strictObject({ userId: z.number("Not a user id"), freeCoinAddress: typedAddress }),
  response: z.object({ message: z.string(), data: coinAddress }),
});

/** What the code for an edit confirms: path and body together. */
export const coinAddressEdit = z.strictObject({
  userId: z.number("Not a user id"),
  freeCoinAddress: typedAddress,
  newAddress: typedAddress,
});

const fmdc = z.object({ refId: z.string(), token: z.string() });

export const getAllFmdcs = route({
  method: "GET",
  path: "/user/getAllFmdcs",
  kyc: true,
  access: "member",
  summary: "The FMDC addresses that the caller may see, which is the caller's own.",
  response: z.array(fmdc),
});

export const createFmdc = route({
  method: "POST",
  path: "/user/createFmdc",
  access: "member",
  summary: "Sets the FMDC address, once and for good, once its one-time password was verified.",
  body: z.strictObject({ refId: typedRefId, token: typedAddress }),
  response: z.object({ data: fmdc }),
});
