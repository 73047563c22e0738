import { hexFrom } from "./types.ts";
import * as z from "zod";

/** What endpoints answer. Anything of another shape counts as no answer. */

const lowerHex = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .transform((text) => hexFrom(text.toLowerCase()));

export const quantity = z
  .string()
  .regex(/^0x[\da-f]{1,64}$/i)
  .transform((text) => BigInt(text));
export const bytes = lowerHex(/^0x([\da-f]{2})*$/i);
const hash = lowerHex(/^0x[\da-f]{64}$/i);
const address = lowerHex(/^0x[\da-f]{40}$/i);
const logIndex = quantity.refine((index) => index < 2n ** 31n).transform(Number);
/** Until the year 9999, or a Date could not hold it. */
const timestamp = quantity.refine((seconds) => seconds < 253_402_300_800n);

export const log = z.object({
  address,
  topics: z.array(hash).max(4),
  data: bytes,
  blockNumber: quantity,
  blockHash: hash,
  transactionHash: hash,
  logIndex,
  removed: z.boolean().default(false),
});
export type Log = z.output<typeof log>;

export const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: quantity,
  status: z.enum(["0x0", "0x1"]).transform((status) => status === "0x1"),
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs: z.array(log),
});

/** One that waits has no block yet. */
export const transaction = z.object({
  hash,
  from: address,
  to: address.nullable(),
  nonce: quantity,
  input: bytes,
  blockNumber: quantity.nullish(),
});

export const block = z.object({ number: quantity, hash, timestamp });
export const feeBlock = z.object({ baseFeePerGas: quantity.optional() });
export const sentHash = hash;
