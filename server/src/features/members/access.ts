import { AppError } from "@fc/contract/errors";
import { sendMail } from "../../core/mails/mails.ts";
import { endWaysIn } from "../../core/members/freezing.ts";
import { makeTemporaryPassword, spendMovedPassword } from "../../core/members/passwords.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { noteMemberAct } from "../../core/operators/member-acts.ts";
import { endPasskeys } from "../../core/passkeys/passkeys.ts";
import { hasAuthenticator, turnOffAuthenticator } from "../../core/totp/authenticator.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { revokeAllSessions } from "../../platform/sessions.ts";
import { memberByRefId } from "../../core/members/members.ts";
import { lastAct } from "./records.ts";

interface Act {
  operating: Operating;
  refId: string;
  /** As the member reads it. */
  reason: string;
  publicUrl: string;
}

/** Ends every session, and no new one can be opened. Coins stay, and stakes go on earning. */
export async function blockMember(tx: Tx, { operating, refId, reason }: Act): Promise<void> {
  const member = await memberByRefId(tx, refId);
  const { now } = operating;
  await setStatus(tx, member.id, "blocked");
  await revokeAllSessions(tx, { memberId: member.id, now });
  await sendMail(tx, { kind: "account-blocked", to: member, now, values: { reason } });
  await noteMemberAct(tx, {
    operating,
    memberId: member.id,
    action: "member/block",
    details: { reason },
    kind: "blocked",
    detail: reason,
  });
}

/** Somebody else may be in the account: as if its owner had chosen "This was not me" in a mail. */
export async function freezeMember(tx: Tx, { operating, refId, reason }: Act): Promise<void> {
  const member = await memberByRefId(tx, refId);
  const { now } = operating;
  await setStatus(tx, member.id, "frozen");
  await endWaysIn(tx, { memberId: member.id, now });
  // Perhaps somebody else added one, and it would work again as soon as the account is unblocked.
  await endPasskeys(tx, { memberId: member.id, now });
  await sendMail(tx, { kind: "account-frozen-by-support", to: member, now, values: { reason } });
  await noteMemberAct(tx, {
    operating,
    memberId: member.id,
    action: "member/freeze",
    details: { reason },
    kind: "frozen-by-staff",
    detail: reason,
  });
}

export async function unblockMember(tx: Tx, { operating, refId, reason, publicUrl }: Act): Promise<void> {
  const member = await memberByRefId(tx, refId);
  const { now } = operating;
  await setStatus(tx, member.id, "active");
  // A session that was being opened while the member was blocked must not become valid now.
  await revokeAllSessions(tx, { memberId: member.id, now });
  await sendMail(tx, { kind: "account-unblocked", to: member, now, values: { reason, publicUrl } });
  await noteMemberAct(tx, {
    operating,
    memberId: member.id,
    action: "member/unblock",
    details: { reason },
    kind: "unblocked",
    detail: reason,
  });
}

const steps = {
  active: { from: ["blocked", "frozen"], action: "member/unblock" },
  blocked: { from: ["active", "frozen"], action: "member/block" },
  frozen: { from: ["active"], action: "member/freeze" },
} as const;

/** Of two operators at once, or on a page that is out of date, the second is refused with who was first. */
async function setStatus(tx: Tx, memberId: number, status: keyof typeof steps): Promise<void> {
  const { from, action } = steps[status];
  const changed = await tx
    .updateTable("members")
    .set({ status })
    .where("id", "=", memberId)
    .where("status", "in", from)
    .returning("id")
    .executeTakeFirst();
  if (changed) return;
  const { status: now } = await tx
    .selectFrom("members")
    .select("status")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  if (now === "closed") throw new AppError("MEMBER_CLOSED");
  throw decidedAlready(await lastAct(tx, memberId, action));
}

interface Reset extends Act {
  turnOffAuthenticator: boolean;
  /** The last reset that the operator's page showed. */
  lastReset: string | null;
}

/** A second reset would void the temporary password that the first one has just mailed. */
async function checkFirst(
  tx: Tx,
  { memberId, lastReset }: { memberId: number; lastReset: string | null },
): Promise<void> {
  await tx.selectFrom("members").select("id").where("id", "=", memberId).forNoKeyUpdate().execute();
  const last = await lastAct(tx, memberId, "member/reset-access");
  if ((last.at?.toISOString() ?? null) !== lastReset) throw decidedAlready(last);
}

/**
 * For a member who lost the password or the phone, or whose account somebody else got into: nothing that opened the
 * account before opens it any more, and the mailbox we know gets a temporary password.
 */
export async function resetAccess(tx: Tx, input: Reset): Promise<void> {
  const { operating, refId, reason, lastReset, publicUrl } = input;
  await checkFirst(tx, { memberId: (await memberByRefId(tx, refId)).id, lastReset });
  // Read under the lock: the password must not go to an address that was replaced meanwhile.
  const member = await memberByRefId(tx, refId);
  // A frozen one is best reset before it is unblocked: then no password that somebody else knows opens it.
  if (member.status === "blocked") throw new AppError("MEMBER_BLOCKED");
  if (member.status === "closed") throw new AppError("MEMBER_CLOSED");
  const { now } = operating;
  const owner = { kind: "member", id: member.id } as const;
  const turnsOff = input.turnOffAuthenticator && (await hasAuthenticator(tx, owner));
  if (turnsOff) await turnOffAuthenticator(tx, owner);
  await revokeAllSessions(tx, { memberId: member.id, now });
  await tx.updateTable("members").set({ password_hash: null }).where("id", "=", member.id).execute();
  await spendMovedPassword(tx, { memberId: member.id, now });
  await tx.deleteFrom("known_devices").where("member_id", "=", member.id).execute();
  // This includes a temporary password that somebody else may have requested and read.
  await tx
    .deleteFrom("temporary_passwords")
    .where("member_id", "=", member.id)
    .where("used_at", "is", null)
    .execute();
  const passkeysEnded = (await endPasskeys(tx, { memberId: member.id, now })).length;
  const password = await makeTemporaryPassword(tx, { memberId: member.id, kind: "staff", now });
  const values = { reason, password, turnsOffAuthenticator: turnsOff, passkeysEnded, publicUrl };
  await sendMail(tx, { kind: "access-reset", to: member, now, values });
  await noteMemberAct(tx, {
    operating,
    memberId: member.id,
    action: "member/reset-access",
    details: { reason, authenticatorTurnedOff: turnsOff, passkeysEnded },
    kind: "access-reset",
    detail: reason,
  });
}
