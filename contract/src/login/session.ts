import * as z from "zod/mini";
import { languageCodes } from "../languages.ts";
import { route } from "../route.ts";
import { timestamp } from "../wire.ts";

export const signedInMember = z.object({
  id: z.number(),
  refId: z.string(),
  name: z.string(),
  mustChangePassword: z.boolean(),
  /** Before a member of a company that moved in has chosen the first password here. */
  isFirstAfterMove: z.optional(z.literal(true)),
  /** Whether the member chose to confirm changes by a passkey in place of the mailed code. */
  confirmsByPasskey: z.boolean(),
  /** Whether documents wait to be accepted before anything else. */
  mustAccept: z.boolean(),
  /** Of the portal and of the mails; null until the member has one. */
  language: z.nullable(z.enum(languageCodes)),
  /** The member's address, if mails to it do not arrive. */
  mailsReturnedFrom: z.nullable(z.string()),
  /** The end of an operator's member view; null for the member. */
  lookUntil: z.nullable(timestamp),
});

export const session = route({
  method: "GET",
  path: "/session",
  access: "member",
  summary: "Who is signed in.",
  response: z.object({ data: signedInMember }),
  duringForcedPasswordChange: true,
  beforeAcceptance: true,
});
