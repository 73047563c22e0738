import * as z from "zod/mini";
import { idempotencyKey, route } from "../route.ts";
import { passkeyAnswer, passkeyRequest } from "../security/passkey-wire.ts";
import { ownUserId, timestamp } from "../wire.ts";

/** The changes a one-time password can confirm. Each has one route that consumes the confirmation. */
export const otpPurposes = [
  "change-password",
  "staking",
  "staking-topup",
  "stake-undo",
  "withdraw",
  "internal-transfer",
  "transfer",
  "authenticator-on",
  "authenticator-off",
  "recovery-codes",
  "passkey-add",
  "passkey-end",
  "passkey-confirm",
  "profile",
  "coin-address-create",
  "coin-address-update",
  "fmdc",
  "bank",
  "pan",
  "email-new",
  "email",
  "mail-phrase",
  "my-data",
  "close-account",
] as const;
export type OtpPurpose = (typeof otpPurposes)[number];

/**
 * Changes that move coins, set where coins or money go, weaken the authenticator app or let a passkey replace it.
 * Members who turned the app on confirm them with its code as well.
 */
const authenticatorPurposes: ReadonlySet<OtpPurpose> = new Set([
  "staking-topup",
  "stake-undo",
  "withdraw",
  "internal-transfer",
  "transfer",
  "coin-address-create",
  "coin-address-update",
  "fmdc",
  "bank",
  "email",
  "authenticator-off",
  "recovery-codes",
  "passkey-add",
  "passkey-confirm",
  "my-data",
  "close-account",
] as const);

export function needsAuthenticator(purpose: OtpPurpose): boolean {
  return authenticatorPurposes.has(purpose);
}

/**
 * Changes that a passkey can confirm in place of the codes, if the member chose so. What changes how we recognise a
 * member (password, e-mail address, app, passkeys) is not here: a stolen passkey must not be able to shut its owner out.
 */
const passkeyPurposes: ReadonlySet<OtpPurpose> = new Set([
  "staking",
  "staking-topup",
  "stake-undo",
  "withdraw",
  "internal-transfer",
  "transfer",
  "profile",
  "coin-address-create",
  "coin-address-update",
  "fmdc",
  "bank",
  "pan",
] as const);

export function mayConfirmByPasskey(purpose: OtpPurpose): boolean {
  return passkeyPurposes.has(purpose);
}

export const otpDigits = 6;

export const otpMessages = {
  sent: "OTP sent to your email. Please check it",
  empty: "Please enter corresponding otp to your email",
} as const;

/** Why a code is refused, by what became of the code that the page waits for. */
export const codeProblems = [
  /** It is not the code that was sent. */
  "wrong",
  /** It is the code of an earlier mail, and a newer one for the same change is still valid. */
  "earlier",
  "expired",
  /** This session has requested a newer code for another change of the same kind. */
  "replaced",
  /** The request that it was sent for was looked up, or the e-mail address was replaced: nothing was done with it. */
  "closed",
  /** There were too many wrong tries. */
  "locked",
  /** The change that it was sent for has been made. */
  "spent",
] as const;
export type CodeProblem = (typeof codeProblems)[number];

export const sendOtp = route({
  method: "POST",
  path: "/user/otp/send/:userId",
  access: "member",
  summary: "Checks a change and mails a code that confirms exactly it.",
  params: ownUserId,
  body: z.strictObject({
    purpose: z.enum(otpPurposes, "Unknown purpose"),
    /** The exact body of the call that will make the change: the code confirms its digest. */
    change: z.record(z.string(), z.unknown(), "The change is missing"),
    /** The key of the request that the code is for: `requestOutcome` finds it again by that. */
    key: z.optional(idempotencyKey),
    /** The page can ask for a passkey, and the member did not choose the mailed code for this change. */
    passkey: z.optional(z.boolean()),
  }),
  response: z.object({
    data: z.object({
      /** Names the code in `verifyOtp`, which then says what became of exactly this one. */
      grant: z.string(),
      sentTo: z.string(),
      /** The server's clock at this answer. A page counts from it, because a phone's clock may be wrong by a day. */
      serverTime: timestamp,
      expiresAt: timestamp,
      resendAt: timestamp,
      /** Whether the code of the member's authenticator app is needed as well. */
      authenticator: z.boolean(),
      /** What the passkey has to sign, where no code was mailed because the member chose passkeys. */
      passkey: z.optional(passkeyRequest),
    }),
  }),
  duringForcedPasswordChange: true,
  beforeAcceptance: true,
});

export const verifyOtp = route({
  method: "GET",
  path: "/user/otp/verify/:userId/:otp",
  // It writes: a wrong code is counted, a correct one grants the change.
  reads: false,
  access: "member",
  summary: "Checks the code and, if it is right, opens the change it was sent for.",
  params: z.extend(ownUserId, { otp: z.string().check(z.maxLength(32, "Please enter valid OTP")) }),
  query: z.object({ grant: z.optional(z.uuid("Not an id")) }),
  response: z.object({
    data: z.boolean(),
    /** Beside a refusal. */
    reason: z.optional(z.enum(codeProblems)),
    /** How many more codes can be entered, if the one that was sent is still valid. */
    triesLeft: z.optional(z.number()),
  }),
  duringForcedPasswordChange: true,
  beforeAcceptance: true,
});

export const signChange = route({
  method: "POST",
  path: "/user/otp/sign",
  access: "member",
  summary: "Takes a passkey's signature of the change that `sendOtp` was asked for, and opens that change.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    grant: z.uuid("Not an id"),
    answer: passkeyAnswer,
  }),
  response: z.object({}),
  beforeAcceptance: true,
});

export const requestOutcome = route({
  method: "GET",
  path: "/user/otp/outcome/:userId/:key",
  // It writes: a key under which nothing was done is closed.
  reads: false,
  access: "member",
  summary:
    "What became of a request whose answer was lost. Waits while it is still running. The answer is final: a request that was not done and arrives later under this key is refused with GIVEN_UP, and a code that was sent for it no longer counts.",
  params: z.extend(ownUserId, { key: idempotencyKey }),
  response: z.object({
    data: z.union([
      /** The reference of the receipt, where coins were moved. */
      z.object({ state: z.literal("done"), reference: z.optional(z.string()) }),
      /** Not done by this member, and never done later under this key. */
      z.object({ state: z.literal("not-done") }),
    ]),
  }),
  duringForcedPasswordChange: true,
  beforeAcceptance: true,
});
export type RequestOutcome = z.output<typeof requestOutcome.response>["data"];

/** Finds the code in what was typed or pasted, even in the whole sentence of the mail. */
export function otpIn(text: string): string {
  const digits = text.match(/(?<!\d)\d{6}(?!\d)/)?.[0];
  return digits ?? text.replace(/\D/g, "").slice(0, otpDigits);
}
