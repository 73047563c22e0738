import { AppError } from "@fc/contract/errors";
import * as contract from "@fc/contract/password/portal";
import type { BodyOf } from "@fc/contract/route";
import { noteChange, type Client } from "../../core/members/changes.ts";
import {
  checkNewPassword,
  hashPassword,
  isPassword,
  isSessionsTemporaryPassword,
} from "../../core/members/passwords.ts";
import { otpGuard, type OtpGuard } from "../../core/otp/guard.ts";
import { consumeOtp, wasConsumed } from "../../core/otp/otp.ts";
import { holdWithdrawals } from "../../core/wallet/hold.ts";
import { minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { limitUse, refund } from "../../platform/rate-limit.ts";
import { revokeOtherSessions, type MemberSession } from "../../platform/sessions.ts";

type Change = BodyOf<typeof contract.changePassword>;

const oldPasswordLimit = { points: 10, windowMs: 15 * minute };

export function changePasswordGuard({ db }: Deps): OtpGuard {
  return otpGuard({
    purpose: "change-password",
    route: contract.changePassword,
    check: async ({ actor, change, now }) => void (await checkChange(db, actor, change, now)),
    describe: () => ({ action: "Confirm your new password", facts: [] }),
  });
}

interface PasswordChange {
  actor: MemberSession;
  change: Change;
  client: Client;
  now: Date;
}

export async function changePassword({ db, secretKey }: Deps, input: PasswordChange): Promise<void> {
  const { actor, change, now } = input;
  const confirmation = { memberId: actor.memberId, sessionId: actor.sessionId, change, secretKey, now };
  // A retry after a lost response: the old password is already replaced, so it cannot be checked.
  if (await wasConsumed(db, { ...confirmation, purpose: "change-password" })) return;
  const oldHash = await checkChange(db, actor, change, now);
  const newHash = await hashPassword(change.newPassword);
  await atomically(db, replacePassword, { ...input, oldHash, newHash, secretKey });
}

/** Refuses a wrong old or a weak new password. Returns the hash that the old one was compared with. */
async function checkChange(db: Db, actor: MemberSession, change: Change, now: Date): Promise<string | null> {
  const key = `old-password:${actor.memberId}`;
  await limitUse(db, key, oldPasswordLimit, now);
  const { password_hash } = await db
    .selectFrom("members")
    .select("password_hash")
    .where("id", "=", actor.memberId)
    .executeTakeFirstOrThrow();
  const right = actor.mustChangePassword
    ? await isSessionsTemporaryPassword(db, actor.sessionId, change.oldPassword)
    : await isPassword(password_hash, change.oldPassword);
  if (!right) throw new AppError("OLD_PASSWORD_WRONG");
  await refund(db, key);
  checkNewPassword(change.oldPassword, change.newPassword);
  return password_hash;
}

interface PasswordReplacement extends PasswordChange {
  oldHash: string | null;
  newHash: string;
  secretKey: string;
}

async function replacePassword(tx: Tx, input: PasswordReplacement): Promise<void> {
  const { actor, change, client, now, oldHash, newHash, secretKey } = input;
  const { memberId, sessionId } = actor;
  await consumeOtp(tx, { memberId, sessionId, purpose: "change-password", change, secretKey, now });
  const replaced = await tx
    .updateTable("members")
    .set({ password_hash: newHash })
    .where("id", "=", memberId)
    // Only the password that was checked: another device may have changed it since.
    .where("password_hash", "is not distinct from", oldHash)
    .executeTakeFirstOrThrow();
  if (replaced.numUpdatedRows !== 1n) throw new AppError("CONFLICT");
  await tx
    .updateTable("sessions")
    .set({ must_change_password: false, temporary_password_id: null })
    .where("id", "=", sessionId)
    .execute();
  await revokeOtherSessions(tx, { memberId, sessionId, now });
  await tx.deleteFrom("temporary_passwords").where("member_id", "=", memberId).execute();
  await tx.deleteFrom("known_devices").where("member_id", "=", memberId).execute();
  const heldUntil = await holdWithdrawals(tx, { memberId, now });
  await noteChange(tx, {
    actor,
    kind: "password-changed",
    client,
    now,
    values: { heldUntil },
  });
}
