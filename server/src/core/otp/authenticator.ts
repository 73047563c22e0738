import { AppError } from "@fc/contract/errors";
import { asksAuthenticator, type OtpPurpose } from "@fc/contract/otp/portal";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import { ifNotYou, noteChange, type Client } from "../members/changes.ts";
import {
  acceptCode,
  authenticatorOf,
  countingTries,
  hasAuthenticator,
  type AcceptedCode,
} from "../totp/authenticator.ts";

/**
 * The authenticator app beside the mailed code. Its code is accepted for one change: it marks the grant whose
 * mailed code was verified, and the change, consuming the grant in its own transaction, demands the mark. Not
 * checked by the change itself, because a refused change is undone, and the count of wrong tries with it.
 */
export async function isAuthenticatorAsked(
  db: Db,
  { memberId, purpose }: { memberId: number; purpose: OtpPurpose },
): Promise<boolean> {
  return asksAuthenticator(purpose) && hasAuthenticator(db, { kind: "member", id: memberId });
}

interface VerifyInput {
  actor: MemberSession;
  purpose: OtpPurpose;
  code: string;
  client: Client;
  secretKey: string;
  now: Date;
}

/** Takes a code of the app, or a recovery code, for the change of this purpose that this session has under way. */
export async function verifyAuthenticator(db: Db, input: VerifyInput): Promise<void> {
  const owner = { kind: "member", id: input.actor.memberId } as const;
  await countingTries(db, { owner, now: input.now }, () => atomically(db, markGrant, input));
}

async function markGrant(tx: Tx, input: VerifyInput): Promise<AcceptedCode | undefined> {
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
  // Asked again for want of the first answer: the code is spent, but it was spent for this.
  if (grant.authenticator_at) return "app";
  const accepted = await acceptCode(tx, { ...input, owner: { kind: "member", id: memberId } });
  if (!accepted) return undefined;
  await tx.updateTable("otp_grants").set({ authenticator_at: now }).where("id", "=", grant.id).execute();
  if (accepted === "recovery") await tellOfRecovery(tx, input);
  return accepted;
}

/** A recovery code stands in for a phone: an owner who still has theirs must hear of it. */
async function tellOfRecovery(tx: Tx, { actor, client, now }: VerifyInput): Promise<void> {
  const left = (await authenticatorOf(tx, { kind: "member", id: actor.memberId }))?.recoveryCodesLeft ?? 0;
  await noteChange(tx, {
    actor,
    kind: "recovery-code-used",
    client,
    now,
    mail: {
      heading: "Your recovery code was used",
      text: "one of your recovery codes was used in place of your authenticator app.",
      facts: [{ label: "Recovery codes left", value: String(left) }],
      note: ifNotYou,
    },
  });
}
