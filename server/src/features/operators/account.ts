import { AppError } from "@fc/contract/errors";
import type { OwnAccount } from "@fc/contract/operators/console-account";
import type { LogAction } from "@fc/contract/operators/console-log";
import { sendOperatorMail } from "../../core/mails/mails.ts";
import { deviceWords } from "../../core/mails/words.ts";
import { checkNewPassword, hashPassword, isPassword } from "../../core/members/passwords.ts";
import { logAction } from "../../core/operators/log.ts";
import {
  acceptCode,
  acceptRecoveryCode,
  authenticatorOf,
  enrolmentOf,
  finishEnrolment,
  hasAuthenticator,
  limitTries,
  startEnrolment,
  turnOffAuthenticator,
} from "../../core/totp/authenticator.ts";
import type { AuthenticatorOwner } from "../../core/totp/owner.ts";
import { replaceRecoveryCodes } from "../../core/totp/recovery-codes.ts";
import { invitation } from "../../core/totp/totp.ts";
import { minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { coarseAddress, deviceOf } from "../../platform/format.ts";
import {
  openOperatorSessionsOf,
  revokeOperatorSessions,
  type Operating,
  type OperatorSession,
} from "../../platform/operator-sessions.ts";
import { limitUse, refund } from "../../platform/rate-limit.ts";
import type { SecretKey } from "../../platform/secrets.ts";
import { forgetDevices, knownBrowser, rememberDevice } from "./devices.ts";

/** The own account: everything here asks for the password and the second step again, and is logged and mailed. */
export interface OwnChange {
  actor: OperatorSession;
  operating: Operating;
  userAgent: string;
  deviceId: string | undefined;
  secretKey: SecretKey;
}

const passwordLimit = { name: "old-password", points: 10, windowMs: 15 * minute } as const;

const ownerOf = ({ operatorId }: OperatorSession): AuthenticatorOwner => ({
  kind: "operator",
  id: operatorId,
});

export async function accountOf(db: Db, actor: OperatorSession, now: Date): Promise<OwnAccount> {
  const app = await authenticatorOf(db, ownerOf(actor));
  const rows = await openOperatorSessionsOf(db, { operatorId: actor.operatorId, now });
  const sessions = rows.map(({ id, ip, userAgent, signedInAt, lastSeenAt }) => ({
    id,
    isThis: id === actor.sessionId,
    device: deviceOf(userAgent),
    address: coarseAddress(ip),
    signedInAt: signedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
  return {
    app: app ? { since: app.turnedOnAt.toISOString(), recoveryCodesLeft: app.recoveryCodesLeft } : null,
    sessions: sessions.toSorted((a, b) => Number(b.isThis) - Number(a.isThis)),
  };
}

/** Refuses a wrong password. Returns the hash that it was compared with. */
async function checkPassword(db: Db, { operatorId, now }: Operating, password: string): Promise<string> {
  const subject = `operator:${operatorId}`;
  await limitUse(db, passwordLimit, subject, now);
  const { password_hash } = await db
    .selectFrom("operators")
    .select("password_hash")
    .where("id", "=", operatorId)
    .executeTakeFirstOrThrow();
  const uncount = () => refund(db, passwordLimit, subject);
  const isRight = await isPassword(password_hash, password, { lane: "known-operator", uncount });
  if (!isRight || password_hash === null) throw new AppError("OLD_PASSWORD_WRONG");
  await uncount();
  return password_hash;
}

type Confirmed<Result> = (tx: Tx) => Promise<Result>;

/** Does it in the transaction that uses the code up. Without an app, which only the demo's operator can be, no code is asked. */
async function withCode<Result>(
  db: Db,
  { actor, operating, deviceId, secretKey }: OwnChange,
  code: string | undefined,
  work: Confirmed<Result>,
): Promise<Result> {
  const owner = ownerOf(actor);
  if (!(await hasAuthenticator(db, owner))) return atomically(db, work, undefined);
  if (!code) throw new AppError("INVALID_AUTHENTICATOR_CODE");
  const { operatorId, now } = operating;
  const browser = await knownBrowser(db, { operatorId, deviceId, step: "second-step", now });
  const attempt = (accept: typeof acceptCode) => () =>
    atomically(db, spendAndWork<Result>, { accept, scope: { owner, secretKey, code, now }, work });
  const done = await limitTries(
    db,
    { owner, browser, now },
    attempt(acceptCode),
    attempt(acceptRecoveryCode),
  );
  return done.result;
}

async function spendAndWork<Result>(
  tx: Tx,
  input: { accept: typeof acceptCode; scope: Parameters<typeof acceptCode>[1]; work: Confirmed<Result> },
): Promise<{ result: Result } | undefined> {
  if ((await input.accept(tx, input.scope)) === undefined) return undefined;
  return { result: await input.work(tx) };
}

/** Returns the browser's new id: after a new password or app only this browser is known. */
async function onlyThisBrowser(tx: Tx, { actor, operating }: OwnChange): Promise<string> {
  const { operatorId, sessionId } = actor;
  await revokeOperatorSessions(tx, { operatorId, exceptId: sessionId, now: operating.now });
  await forgetDevices(tx, operatorId);
  return rememberDevice(tx, { ...operating, deviceId: undefined });
}

async function note(
  tx: Tx,
  { actor, operating, userAgent }: OwnChange,
  { action, what }: { action: LogAction; what: string },
): Promise<void> {
  await logAction(tx, { ...operating, action });
  const values = { what, device: deviceWords(userAgent).en, address: coarseAddress(operating.ip) };
  await sendOperatorMail(tx, { kind: "operator-account-changed", to: actor, now: operating.now, values });
}

export async function changeOwnPassword(
  db: Db,
  change: OwnChange,
  { oldPassword, newPassword, code }: { oldPassword: string; newPassword: string; code?: string | undefined },
): Promise<string> {
  const { actor, operating } = change;
  const oldHash = await checkPassword(db, operating, oldPassword);
  checkNewPassword({ oldPassword, newPassword, owner: actor });
  const newHash = await hashPassword(newPassword, "known-operator");
  return withCode(db, change, code, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("operators")
      .set({ password_hash: newHash })
      .where("id", "=", actor.operatorId)
      // Only the password that was checked: an admin may have sent a new invitation meanwhile.
      .where("password_hash", "=", oldHash)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new AppError("CONFLICT");
    await note(tx, change, { action: "session/change-password", what: "New password" });
    return onlyThisBrowser(tx, change);
  });
}

export async function beginNewApp(
  db: Db,
  change: OwnChange,
  { password, code }: { password: string; code?: string | undefined },
): Promise<{ secret: string; uri: string }> {
  const { actor, operating, secretKey } = change;
  await checkPassword(db, operating, password);
  const input = { owner: ownerOf(actor), sessionId: actor.sessionId, secretKey, now: operating.now };
  await withCode(db, change, code, (tx) => startEnrolment(tx, input));
  const enrolment = await enrolmentOf(db, input);
  if (!enrolment) throw new AppError("ENROLMENT_GONE");
  const { key, uri } = invitation(enrolment.secret, actor.email);
  return { secret: key, uri };
}

/** Only a session that has entered the code of the app before has a secret to confirm. */
export async function confirmNewApp(
  db: Db,
  change: OwnChange,
  code: string,
): Promise<{ recoveryCodes: string[]; deviceId: string }> {
  const { actor, operating } = change;
  const { operatorId, now } = operating;
  const browser = await knownBrowser(db, { operatorId, deviceId: change.deviceId, step: "second-step", now });
  return limitTries(db, { owner: ownerOf(actor), browser, now }, () =>
    atomically(db, replaceApp, { change, code }),
  );
}

async function replaceApp(tx: Tx, { change, code }: { change: OwnChange; code: string }) {
  const { actor, operating, secretKey } = change;
  const owner = ownerOf(actor);
  await turnOffAuthenticator(tx, owner);
  const recoveryCodes = await finishEnrolment(tx, {
    owner,
    sessionId: actor.sessionId,
    secretKey,
    code,
    now: operating.now,
  });
  if (recoveryCodes === undefined) throw new AppError("INVALID_AUTHENTICATOR_CODE");
  await note(tx, change, { action: "session/replace-app", what: "New authenticator app" });
  return { recoveryCodes, deviceId: await onlyThisBrowser(tx, change) };
}

export async function renewRecoveryCodes(
  db: Db,
  change: OwnChange,
  { password, code }: { password: string; code?: string | undefined },
): Promise<string[]> {
  const { actor, operating, secretKey } = change;
  await checkPassword(db, operating, password);
  if (!(await hasAuthenticator(db, ownerOf(actor)))) throw new AppError("AUTHENTICATOR_OFF");
  return withCode(db, change, code, async (tx) => {
    await note(tx, change, { action: "session/recovery-codes", what: "New recovery codes" });
    return replaceRecoveryCodes(tx, { owner: ownerOf(actor), secretKey });
  });
}

export async function endSession(
  tx: Tx,
  { actor, operating, sessionId }: { actor: OperatorSession; operating: Operating; sessionId: string },
): Promise<void> {
  const { operatorId } = actor;
  // Sign out ends the own session, because it also clears the cookie.
  const ended =
    sessionId === actor.sessionId
      ? 0
      : await revokeOperatorSessions(tx, { operatorId, sessionId, now: operating.now });
  if (ended === 0) throw new AppError("NOT_FOUND");
  await logAction(tx, { ...operating, action: "session/end-other" });
}

export async function endOthers(
  tx: Tx,
  { actor, operating }: { actor: OperatorSession; operating: Operating },
): Promise<number> {
  const { operatorId, sessionId } = actor;
  const ended = await revokeOperatorSessions(tx, { operatorId, exceptId: sessionId, now: operating.now });
  if (ended > 0) await logAction(tx, { ...operating, action: "session/end-others", details: { ended } });
  return ended;
}
