import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId } from "../wire.ts";
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
