import type { OtpPurpose } from "@fc/contract/otp/portal";
import { makeOtp } from "../src/core/otp/otp.ts";
import type { Tx } from "../src/platform/db.ts";
import { openSession, SessionReader, type MemberSession } from "../src/platform/sessions.ts";

/** The address and browser of the demo's members. */
export const demoClient = { ip: "192.0.2.10", userAgent: "Chrome/150 Android" };

export async function signedInActor(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<MemberSession> {
  const device = { temporaryPasswordId: null, ...demoClient };
  const opened = await openSession(tx, { memberId, ...device, now });
  const actor = await new SessionReader(tx).sessionOf(opened, now);
  if (!actor) throw new Error("The demo could not sign in");
  return actor;
}

interface Confirmation {
  purpose: OtpPurpose;
  change: object;
  secretKey: string;
  now: Date;
}

/** Enters the code for exactly this change for a signed-in member. */
export async function enterCode(tx: Tx, input: Confirmation & { actor: MemberSession }): Promise<void> {
  const { actor, ...confirmation } = input;
  await makeOtp(tx, { ...confirmation, memberId: actor.memberId, sessionId: actor.sessionId });
  await tx
    .updateTable("otp_grants")
    .set({ verified_at: input.now })
    .where("session_id", "=", actor.sessionId)
    .where("closed_at", "is", null)
    .execute();
}

export async function confirmedActor(
  tx: Tx,
  { memberId, ...confirmation }: Confirmation & { memberId: number },
): Promise<MemberSession> {
  const actor = await signedInActor(tx, { memberId, now: confirmation.now });
  await enterCode(tx, { actor, ...confirmation });
  return actor;
}
