import * as z from "zod/mini";
import { emailAddress } from "../registration/portal.ts";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";

export const emailChanged = "E-mail address changed";
export const emailUnchanged = "This is the e-mail address already";

/** Addresses are stored and compared in small letters. */
export const newEmailAddress = emailAddress.check(z.toLowerCase());

const newEmailBody = z.strictObject({ userId: z.number("Not a user id"), newEmail: newEmailAddress });

export const getEmail = route({
  method: "GET",
  path: "/user/getEmail/:userId",
  access: "member",
  summary:
    "The member's e-mail address, from when on it can be changed, and how long coin withdrawals then wait.",
  params: ownUserId,
  response: z.object({
    data: z.object({
      email: z.string(),
      /** Null if it can be changed now. */
      changeableFrom: z.nullable(timestamp),
      /** How long coin withdrawals wait after a change; 0 if they do not. */
      holdHours: z.number(),
    }),
  }),
});

export const proveEmail = route({
  method: "POST",
  path: "/user/email/prove",
  access: "member",
  summary:
    "The first of two steps: the code that was mailed to the new address shows that the member reads it.",
  body: newEmailBody,
  response: z.object({}),
});

export const changeEmail = route({
  method: "POST",
  path: "/user/email/change",
  access: "member",
  summary:
    "Replaces the e-mail address, once the new one was proven and the code at the old one was verified. Coin withdrawals wait afterwards.",
  body: newEmailBody,
  response: z.object({
    message: z.string(),
    data: z.object({
      email: z.string(),
      /** Null if the waiting time is turned off. */
      withdrawalsHeldUntil: z.nullable(timestamp),
    }),
  }),
});
