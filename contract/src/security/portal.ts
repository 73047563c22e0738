import { isOneOf } from "../sure.ts";
import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";

/** Events that operators caused. The member sees them too. */
export const staffEventKinds = [
  "kyc-read",
  "looked-as-member",
  "blocked",
  "frozen-by-staff",
  "unblocked",
  "access-reset",
  "deduction-set",
  "deduction-cancelled",
  "adjustment",
  "email-replaced",
  "pan-corrected",
  "profile-corrected",
  "stake-undone",
] as const;
export type StaffEventKind = (typeof staffEventKinds)[number];

/** Events that a member caused and should recognise, and events that operators caused. */
export const memberEventKinds = [
  "password-changed",
  "temporary-password-used",
  "profile-changed",
  "bank-changed",
  "pan-added",
  "email-changed",
  "coin-address-changed",
  "coin-address-proven",
  "fmdc-changed",
  "mail-phrase-set",
  "mail-phrase-removed",
  "authenticator-on",
  "authenticator-off",
  "recovery-code-used",
  "recovery-codes-renewed",
  "passkey-added",
  "passkey-ended",
  "passkeys-ended",
  "passkey-copied",
  "confirms-by-passkey",
  "confirms-by-mail",
  "device-signed-out",
  "others-signed-out",
  "withdrawal-requested",
  "withdrawal-cancelled",
  "internal-transfer",
  "transfer",
  "staking-topup",
  "staking-cancelled",
  "stake-returned",
  "frozen",
  "data-saved",
  "closure-asked",
  "closure-taken-back",
  ...staffEventKinds,
] as const;
export type MemberEventKind = (typeof memberEventKinds)[number];

export function isStaffEvent(kind: MemberEventKind): kind is StaffEventKind {
  return isOneOf(staffEventKinds, kind);
}

/** Null where the user agent does not say. */
const device = z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) });
export type Device = z.output<typeof device>;

const signedInSession = z.object({
  id: z.string(),
  /** Whether this is the caller's own session. */
  isThis: z.boolean(),
  device,
  /** The network address of the sign-in, without its last part. */
  address: z.string(),
  signedInAt: timestamp,
  /** Exact to about five minutes. */
  lastSeenAt: timestamp,
});
export type SignedInSession = z.output<typeof signedInSession>;

export const signedInSessions = route({
  method: "GET",
  path: "/user/getSessions/:userId",
  access: "member",
  summary: "Where the member is signed in now; this session first, then the one seen last.",
  params: ownUserId,
  response: z.object({ data: z.array(signedInSession) }),
});

export const signOutSession = route({
  method: "POST",
  path: "/user/sessions/signOut",
  access: "member",
  summary: "Signs another of the member's devices out, at once.",
  body: z.strictObject({ userId: z.number("Not a user id"), sessionId: z.uuid("Not a session") }),
  response: z.object({}),
});

export const signOutOthers = route({
  method: "POST",
  path: "/user/sessions/signOutOthers",
  access: "member",
  summary: "Signs the member out everywhere but here, at once.",
  body: z.strictObject({ userId: z.number("Not a user id") }),
  response: z.object({ data: z.object({ signedOut: z.number() }) }),
});

const memberEvent = z.object({
  id: z.string(),
  kind: z.enum(memberEventKinds),
  /** Details, depending on the kind: an amount, a device as browser/system, a number of devices. May be empty. */
  detail: z.string(),
  /** Who caused the event. */
  by: z.enum(["member", "staff"]),
  /** Empty for events that operators caused. */
  device,
  address: z.string(),
  happenedAt: timestamp,
});
export type MemberEvent = z.output<typeof memberEvent>;

export const memberEvents = route({
  method: "GET",
  path: "/user/getSecurityEvents/:userId",
  access: "member",
  summary: "The member's sensitive changes and what staff did or looked at, newest first, twenty at a time.",
  params: ownUserId,
  query: z.object({
    /** Return only events older than this one. */
    before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, "Not an event"))),
  }),
  response: z.object({ data: z.array(memberEvent), hasMore: z.boolean() }),
});
