import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";
import { newPasskey, passkeyInvitation } from "./passkey-wire.ts";

export const mostPasskeys = 10;

export const passkeyMessages = {
  added: "Passkey added",
  ended: "Passkey ended",
  confirmsByPasskey: "Changes are now confirmed by a passkey",
  confirmsByMail: "Changes are now confirmed by the code by e-mail",
} as const;

const ownId = { userId: z.number("Not a user id") };

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: timestamp,
  /** Null until it was used. */
  lastUsedAt: z.nullable(timestamp),
});
export type Passkey = z.output<typeof passkey>;

export const passkeys = route({
  method: "GET",
  path: "/user/getPasskeys/:userId",
  access: "member",
  summary: "The member's passkeys, the newest first, and whether they confirm changes.",
  params: ownUserId,
  response: z.object({
    data: z.object({
      passkeys: z.array(passkey),
      confirmsByPasskey: z.boolean(),
      /** Whether passkeys work at this address: an IP address is no domain. */
      isPossible: z.boolean(),
    }),
  }),
});
export type PasskeyData = z.output<typeof passkeys.response>["data"];

export const addPasskey = route({
  method: "POST",
  path: "/user/passkeys/add",
  access: "member",
  summary: "Answers what the browser makes a passkey with, once its codes were verified.",
  body: z.strictObject({
    ...ownId,
    name: z
      .string("Please enter a name")
      .check(z.trim(), z.minLength(1, "Please enter a name"), z.maxLength(40, "Use at most 40 characters")),
  }),
  response: z.object({ data: passkeyInvitation }),
});

export const finishPasskey = route({
  method: "POST",
  path: "/user/passkeys/finish",
  access: "member",
  summary: "Adds the passkey that the browser has made.",
  body: z.strictObject({ ...ownId, passkey: newPasskey }),
  response: z.object({ message: z.string() }),
});

export const endPasskey = route({
  method: "POST",
  path: "/user/passkeys/end",
  access: "member",
  summary: "Ends a passkey, once the mailed code was verified.",
  body: z.strictObject({ ...ownId, passkeyId: z.uuid("Not a passkey") }),
  response: z.object({ message: z.string() }),
});

export const chooseToConfirmByPasskey = route({
  method: "POST",
  path: "/user/passkeys/confirmByPasskey",
  access: "member",
  summary:
    "From now on a passkey confirms changes in place of the mailed code, once its codes were verified.",
  body: z.strictObject(ownId),
  response: z.object({ message: z.string() }),
});

export const chooseToConfirmByMail = route({
  method: "POST",
  path: "/user/passkeys/confirmByMail",
  access: "member",
  summary: "From now on the mailed code confirms changes again.",
  body: z.strictObject(ownId),
  response: z.object({ message: z.string() }),
});
