import { AppError } from "@fc/contract/errors";
import type { PasskeyAnswer } from "@fc/contract/security/passkey-wire";
import { minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { limitUse, refund } from "../../platform/rate-limit.ts";
import type { MemberSession } from "../../platform/sessions.ts";
import type { Client } from "../members/changes.ts";
import { acceptSignature, lockMember, passkeyNamed, refuseSignature } from "../passkeys/passkeys.ts";
import type { PasskeyPlace } from "../passkeys/place.ts";
import { noCode } from "./no-code.ts";
import { challengeOfGrant } from "./otp.ts";

/** As for wrong passwords. The mailed code has a count of its own and stays a way. */
const failureLimit = { name: "passkey-failures", points: 10, windowMs: 15 * minute } as const;

interface SignedChange {
  actor: MemberSession;
  /** The grant that was made for the change. */
  grant: string;
  answer: PasskeyAnswer;
  place: PasskeyPlace;
  client: Client;
  now: Date;
}

/** Opens the change of a grant, if a passkey of the member has signed exactly it. */
export async function signChange(db: Db, input: SignedChange): Promise<void> {
  const { actor, now } = input;
  // Counted before the check, because otherwise tries sent in parallel would all pass.
  await limitUse(db, failureLimit, actor.memberId, now);
  const verdict = await atomically(db, markSigned, input);
  if (verdict !== "accepted") refuseSignature(verdict);
  await refund(db, failureLimit, actor.memberId);
}

async function markSigned(tx: Tx, input: SignedChange) {
  const { actor, answer, now } = input;
  const { memberId, sessionId } = actor;
  await lockMember(tx, memberId);
  const grant = await tx
    .selectFrom("otp_grants")
    .select(["id", "change_digest", "verified_at"])
    .where("id", "=", input.grant)
    .where("member_id", "=", memberId)
    .where("session_id", "=", sessionId)
    .where("code_hash", "=", noCode)
    .where("closed_at", "is", null)
    .where("expires_at", ">", now)
    .forUpdate()
    .executeTakeFirst();
  // Expired, used or replaced, or nothing that this session was asked to sign.
  if (!grant) throw new AppError("PASSKEY_TOO_LATE");
  // A retry after a lost response: the change is open already, and its signature opens nothing else.
  if (grant.verified_at) return "accepted";
  const passkey = await passkeyNamed(tx, answer);
  if (!passkey || passkey.memberId !== memberId) return "refused";
  const challenge = challengeOfGrant(grant.id, grant.change_digest);
  const verdict = await acceptSignature(tx, { ...input, passkey, challenge });
  if (verdict === "accepted") {
    await tx
      .updateTable("otp_grants")
      .set({ verified_at: now, passkey_at: now })
      .where("id", "=", grant.id)
      .execute();
  }
  return verdict;
}
