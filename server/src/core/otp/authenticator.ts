import { AppError } from "@fc/contract/errors";
import { needsAuthenticator, type OtpPurpose } from "@fc/contract/otp/portal";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { noteChange, type Client } from "../members/changes.ts";
import {
  acceptCode,
  authenticatorOf,
  limitTries,
  hasAuthenticator,
  type AcceptedCode,
} from "../totp/authenticator.ts";
import type { SecretKey } from "../../platform/secrets.ts";

/**
 * The authenticator app in addition to the mailed code. Its code is accepted for one change: it marks the grant whose
 * mailed code was verified, and the change requires the mark when it consumes the grant in its own transaction. The
 * change does not check the code itself, because a refused change is rolled back, and the count of wrong tries with it.
 */
export async function isAuthenticatorNeeded(
  db: Db,
  { memberId, purpose }: { memberId: number; purpose: OtpPurpose },
): Promise<boolean> {
  return needsAuthenticator(purpose) && hasAuthenticator(db, { kind: "member", id: memberId });
}

interface AuthenticatorCheck {
  actor: MemberSession;
  purpose: OtpPurpose;
  code: string;
  client: Client;
  secretKey: SecretKey;
  now: Date;
}

/** Accepts a code of the app, or a recovery code, for this session's open change of this purpose. */
export async function verifyAuthenticator(db: Db, input: AuthenticatorCheck): Promise<void> {
  const owner = { kind: "member", id: input.actor.memberId } as const;
  await limitTries(db, { owner, now: input.now }, () => atomically(db, markGrant, input));
}

async function markGrant(tx: Tx, input: AuthenticatorCheck): Promise<AcceptedCode | undefined> {
  const { actor, purpose, now } = input;
  const { memberId, sessionId } = actor;
  const grant = await tx
    .selectFrom("otp_grants")
    .select(["id", "authenticator_at"])
    .where("member_id", "=", memberId)
    .where("session_id", "=", sessionId)
    .where("purpose", "=", purpose)
    .where("verified_at", "is not", null)
    .where("closed_at", "is", null)
    .where("expires_at", ">", now)
    .forUpdate()
    .executeTakeFirst();
  if (!grant) throw new AppError("INVALID_OTP");
  // A retry after a lost response: the code is already used, but by this same request.
  if (grant.authenticator_at) return "app";
  const accepted = await acceptCode(tx, { ...input, owner: { kind: "member", id: memberId } });
  if (!accepted) return undefined;
  await tx.updateTable("otp_grants").set({ authenticator_at: now }).where("id", "=", grant.id).execute();
  if (accepted === "recovery") await notifyOfRecovery(tx, input);
  return accepted;
}

/** A recovery code replaces a lost phone. An owner who still has the phone must learn that somebody used one. */
async function notifyOfRecovery(tx: Tx, { actor, client, now }: AuthenticatorCheck): Promise<void> {
  const left = (await authenticatorOf(tx, { kind: "member", id: actor.memberId }))?.recoveryCodesLeft ?? 0;
  await noteChange(tx, {
    actor,
    kind: "recovery-code-used",
    client,
    now,
    values: { left },
  });
}
