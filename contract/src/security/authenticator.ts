import * as z from "zod/mini";
import { otpPurposes } from "../otp/portal.ts";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";

export const recoveryCodeCount = 10;
/** Without letters and digits that look alike, because people read the codes from paper. 31^10 is about 50 bits. */
export const recoveryCodeAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
export const recoveryCodeLength = 10;

export const authenticatorMessages = {
  on: "Authenticator app turned on",
  off: "Authenticator app turned off",
  empty: "Please enter the code of your authenticator app",
} as const;

/** Removes the grouping and capitals that people type: 123 456, ABCDE-FGHJK. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, "").toLowerCase();
}

/** Grouped for reading: abcde-fghjk. */
export function recoveryCodeText(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

const ownId = { userId: z.number("Not a user id") };
const code = z.pipe(
  z
    .string(authenticatorMessages.empty)
    .check(z.maxLength(40, "This is not a code of your authenticator app")),
  z.transform(plainCode),
);
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const authenticator = route({
  method: "GET",
  path: "/user/getAuthenticator/:userId",
  access: "member",
  summary: "Whether an authenticator app is on, or what this session is setting one up with.",
  params: ownUserId,
  response: z.object({
    data: z.object({
      /** Null if the app is turned off. */
      on: z.nullable(z.object({ since: timestamp, recoveryCodesLeft: z.number() })),
      /** Null unless this session is setting an app up: the key to type and the address to scan. */
      enrolment: z.nullable(z.object({ key: z.string(), uri: z.string(), expiresAt: timestamp })),
    }),
  }),
});
export type AuthenticatorData = z.output<typeof authenticator.response>["data"];

export const startAuthenticator = route({
  method: "POST",
  path: "/user/authenticator/start",
  access: "member",
  summary: "Makes a key for an authenticator app, once its one-time password was verified.",
  body: z.strictObject(ownId),
  response: z.object({}),
});

export const finishAuthenticator = route({
  method: "POST",
  path: "/user/authenticator/finish",
  access: "member",
  summary: "Turns the authenticator app on with its first code, and shows the recovery codes, this once.",
  body: z.strictObject({ ...ownId, code }),
  response: z.object({ message: z.string(), data: recoveryCodes }),
});

export const cancelAuthenticator = route({
  method: "POST",
  path: "/user/authenticator/cancel",
  access: "member",
  summary: "Forgets the key of an authenticator app that was not turned on yet.",
  body: z.strictObject(ownId),
  response: z.object({}),
});

export const turnOffAuthenticator = route({
  method: "POST",
  path: "/user/authenticator/turnOff",
  access: "member",
  summary: "Turns the authenticator app off, once both its code and the mailed one were verified.",
  body: z.strictObject(ownId),
  response: z.object({ message: z.string() }),
});

export const renewRecoveryCodes = route({
  method: "POST",
  path: "/user/authenticator/recoveryCodes",
  access: "member",
  summary: "New recovery codes in place of the old ones, once both codes were verified; shown this once.",
  body: z.strictObject(ownId),
  response: z.object({ data: recoveryCodes }),
});

export const verifyAuthenticator = route({
  method: "POST",
  path: "/user/authenticator/verify",
  access: "member",
  summary:
    "Verifies the app's code, or a recovery code, for the change whose mailed code was verified before.",
  body: z.strictObject({ ...ownId, purpose: z.enum(otpPurposes, "Unknown purpose"), code }),
  response: z.object({}),
  beforeAcceptance: true,
});
