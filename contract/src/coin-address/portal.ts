import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";
import { typedAddress } from "./address.ts";

export const coinAddressCreated = "Free coin address created";
export const coinAddressUpdated = "Free coin address updated";

const coinAddress = z.object({ freeCoinAddress: z.string(), userId: z.number() });

export const getFreeCoinAddress = route({
  method: "GET",
  path: "/user/getFreeCoinAddress/:userId",
  kyc: true,
  access: "member",
  summary: "Where the member's coins are sent; null before an address was set.",
  params: ownUserId,
  response: z.object({ data: z.nullable(coinAddress) }),
  beforeAcceptance: true,
});

export const createFreeCoinAddress = route({
  method: "POST",
  path: "/user/freeCoinAddress/create",
  access: "member",
  summary:
    "Sets the free coin address, once its one-time password was verified. Withdrawals wait afterwards.",
  body: z.strictObject({ userId: z.number("Not a user id"), freeCoinAddress: typedAddress }),
  response: z.object({ message: z.string(), data: coinAddress }),
  beforeAcceptance: true,
});

export const editFreeCoinAddress = route({
  method: "PUT",
  path: "/user/editFreeCoinAddress/:address",
  access: "member",
  summary: "Puts the address of the path in the place of the one in the body. Withdrawals wait afterwards.",
  params: z.object({ address: typedAddress }),
  /** The current record: if it was changed meanwhile, the call is refused. */
  body: z.strictObject({ userId: z.number("Not a user id"), freeCoinAddress: typedAddress }),
  response: z.object({ message: z.string(), data: coinAddress }),
  beforeAcceptance: true,
});

/** What the code for an edit confirms: the path's address and the body together. */
export const coinAddressEdit = z.strictObject({
  userId: z.number("Not a user id"),
  freeCoinAddress: typedAddress,
  newAddress: typedAddress,
});

/** Of an ordinary key 65 bytes; of a contract's wallet as many as its owners need. */
const longestSignature = 2 + 2 * 4096;

const ownership = z.nullable(
  z.object({
    /** What its owner signs, letter for letter. */
    text: z.string(),
    /** Signed by its owner, or accepted by two operators; null where it is not proven. */
    proof: z.nullable(z.object({ kind: z.enum(["signature", "operators"]), provedAt: timestamp })),
    /** Above this a withdrawal needs the proof; null where no proof is missing. */
    neededAboveFc: z.nullable(z.number()),
  }),
);
export type CoinAddressOwnership = z.output<typeof ownership>;

export const coinAddressOwnership = route({
  method: "GET",
  path: "/user/coinAddressOwnership/:userId",
  kyc: true,
  access: "member",
  summary:
    "What the owner of the free coin address signs to prove that it is the member's own; null before an address was set.",
  params: ownUserId,
  response: z.object({ data: ownership }),
  beforeAcceptance: true,
});

export const proveCoinAddress = route({
  method: "POST",
  path: "/user/coinAddressOwnership",
  access: "member",
  summary:
    "Takes a signature over that text: of the address's own key (EIP-191), or one that the contract at the address accepts (EIP-1271).",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    signature: z
      .string("Please enter the signature")
      .check(
        z.trim(),
        z.maxLength(longestSignature, "This is too long for a signature"),
        z.regex(
          /^0x([\da-f]{2})+$/i,
          "A signature begins with 0x, and after it there are only digits and the letters a to f",
        ),
      ),
  }),
  response: z.object({ data: ownership }),
  beforeAcceptance: true,
});
