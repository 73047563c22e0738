import type { OtpPurpose } from "@fc/contract/otp/portal";
import type { ChangeRequest, GuardedChange } from "../src/core/guarded-changes/guarded-change.ts";
import { makeOtp } from "../src/core/otp/otp.ts";
import { atomically, type Tx } from "../src/platform/db.ts";
import type { Deps } from "../src/platform/deps.ts";
import { openSession, SessionReader, type MemberSession } from "../src/platform/sessions.ts";
import type { SecretKey } from "../src/platform/secrets.ts";

/** The address and browser of a member. Each has a network of its own, so that no signal says they share one. */
export function demoClientOf(memberId: number) {
  return { ip: `2001:db8:0:${memberId.toString(16)}::1`, userAgent: "Chrome/150 Android" };
}

export async function signedInActor(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<MemberSession> {
  const device = { temporaryPasswordId: null, ...demoClientOf(memberId) };
  const opened = await openSession(tx, { memberId, ...device, now });
  const actor = await new SessionReader(tx).sessionOf(opened, now);
  if (!actor) throw new Error("The demo could not sign in");
  return actor;
}

interface ConfirmedChange<Request, Result> {
  guarded: GuardedChange<Request, Result>;
  request: Request;
}

/** Somebody signed in enters the code for exactly this change, and makes it. */
export async function confirmAndMake<Request extends ChangeRequest<OtpPurpose>, Result>(
  { db, secretKey }: Pick<Deps, "db" | "secretKey">,
  { guarded, request }: ConfirmedChange<Request, Result>,
): Promise<Result> {
  const { actor, now } = request;
  const { confirms } = await guarded.prepare(request);
  await atomically(db, enterCode, { actor, purpose: guarded.purpose, change: confirms, secretKey, now });
  return guarded.make(request);
}

interface EnteredCode {
  actor: MemberSession;
  purpose: OtpPurpose;
  change: object;
  secretKey: SecretKey;
  now: Date;
}

async function enterCode(tx: Tx, { actor, ...confirmation }: EnteredCode): Promise<void> {
  await makeOtp(tx, { ...confirmation, memberId: actor.memberId, sessionId: actor.sessionId });
  await tx
    .updateTable("otp_grants")
    .set({ verified_at: confirmation.now })
    .where("session_id", "=", actor.sessionId)
    .where("closed_at", "is", null)
    .execute();
}
