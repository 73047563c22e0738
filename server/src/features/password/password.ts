import { AppError } from "@fc/contract/errors";
import type * as contract from "@fc/contract/password/portal";
import type { BodyOf } from "@fc/contract/route";
import {
  guardedChange,
  type ChangeRequest,
  type RequestCode,
} from "../../core/guarded-changes/guarded-change.ts";
import { noteChange } from "../../core/members/changes.ts";
import {
  checkNewPassword,
  hashPassword,
  isMovedPassword,
  isPassword,
  isSessionsTemporaryPassword,
} from "../../core/members/passwords.ts";
import { endAllPasskeys } from "../../core/passkeys/passkeys.ts";
import { startWaitingTime } from "../../core/wallet/waiting-time.ts";
import { minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { limitUse, refund } from "../../platform/rate-limit.ts";
import { revokeOtherSessions, type MemberSession } from "../../platform/sessions.ts";

type PasswordChange = BodyOf<typeof contract.changePassword>;

const oldPasswordLimit = { name: "old-password", points: 10, windowMs: 15 * minute } as const;

type PasswordRequest = ChangeRequest<"change-password"> & { code: RequestCode };

export function passwordChange(deps: Deps) {
  const { db } = deps;
  return guardedChange(deps, {
    purpose: "change-password",
    check: async ({ actor, change, now }) => {
      await checkChange(db, actor, change, now);
      return {
        action: { en: "Confirm your new password", hi: "अपने नए पासवर्ड की पुष्टि करें" },
        facts: [],
      };
    },
    perform: (request) => changePassword(db, request),
  });
}

async function changePassword(db: Db, request: PasswordRequest): Promise<void> {
  const { actor, change, code, now } = request;
  // A retry after a lost response: the old password was replaced already, so it cannot be checked again.
  if (await code.wasSpent(db)) return;
  const oldHash = await checkChange(db, actor, change, now);
  // Before the transaction, which would otherwise hold a connection for as long as hashing takes.
  const newHash = await hashPassword(change.newPassword);
  await atomically(db, replacePassword, { ...request, oldHash, newHash });
}

/** Refuses a wrong old or a weak new password. Returns the hash that the old one was compared with. */
async function checkChange(
  db: Db,
  actor: MemberSession,
  change: PasswordChange,
  now: Date,
): Promise<string | null> {
  await limitUse(db, oldPasswordLimit, actor.memberId, now);
  const { password_hash, ...owner } = await db
    .selectFrom("members")
    .select(["password_hash", "name", "email", "ref_id as refId"])
    .where("id", "=", actor.memberId)
    .executeTakeFirstOrThrow();
  const uncount = () => refund(db, oldPasswordLimit, actor.memberId);
  const check = { lane: "known-member", uncount } as const;
  const { oldPassword, newPassword } = change;
  const isTemporary = (typed: string) => isSessionsTemporaryPassword(db, actor.sessionId, typed);
  const right = actor.mustChangePassword
    ? oldPassword === undefined || (await isTemporary(oldPassword))
    : oldPassword !== undefined && (await isPassword(password_hash, oldPassword, check));
  if (!right) throw new AppError("OLD_PASSWORD_WRONG");
  // It counts like a wrong old password: else this would be a way to guess it.
  if (actor.mustChangePassword && (await isMovedPassword(db, actor.memberId, newPassword, check))) {
    throw new AppError("PASSWORD_UNCHANGED");
  }
  await uncount();
  checkNewPassword({ oldPassword: oldPassword ?? "", newPassword, owner });
  if (actor.mustChangePassword && (await isTemporary(newPassword))) throw new AppError("PASSWORD_UNCHANGED");
  return password_hash;
}

async function replacePassword(
  tx: Tx,
  request: PasswordRequest & { oldHash: string | null; newHash: string },
): Promise<void> {
  const { actor, client, code, now, oldHash, newHash } = request;
  const { memberId, sessionId } = actor;
  await code.spend(tx);
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
  await tx.deleteFrom("moved_passwords").where("member_id", "=", memberId).execute();
  await tx.deleteFrom("known_devices").where("member_id", "=", memberId).execute();
  // Every mail advises a new password if something was not the member's doing, so it must end what somebody else added.
  await endAllPasskeys(tx, { memberId, client, now });
  const heldUntil = await startWaitingTime(tx, { memberId, now });
  await noteChange(tx, {
    actor,
    kind: "password-changed",
    client,
    now,
    values: { heldUntil },
  });
}
