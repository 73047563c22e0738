import { availableParallelism } from "node:os";
import { AppError } from "@fc/contract/errors";
import { newPasswordProblem } from "@fc/contract/password/portal";
import { after, day, minute } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { randomText, sameBytes, sha256 } from "../../platform/secrets.ts";
import { traced } from "../../platform/tracing/spans.ts";
import { restOfThread } from "../../platform/rest.ts";
import { Turns, type Turn } from "../../platform/turns.ts";
import { hash, verify } from "./argon2.ts";
import { isPersonalPassword, isWellKnownPassword } from "./well-known-passwords.ts";

/** argon2id as OWASP advises: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** No letters or digits that look alike, since it is read from a mail and typed on a phone. */
const temporaryAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
/** 31^12 is about 59 bits: beyond guessing, however many tries there are. */
const temporaryLength = 12;
/** Requested by the member, who waits for it; sent with the welcome; sent by staff at any time of the day. */
const temporaryMs = { reset: 30 * minute, welcome: 7 * day, staff: day } as const;

/** How many passwords are hashed at once. One processor is left for everything else. */
export const passwordsAtOnce = Math.max(1, Math.min(availableParallelism() - 1, 3));
/** About 5 seconds of work at 25 ms each. The answer to one more is that the service is busy. */
export const passwordsWaiting = 200 * passwordsAtOnce;

/**
 * Strangers can send as many wrong passwords as they have addresses. They get no further than their own lane: neither
 * operators nor those who are signed in, or were in the same browser before, wait behind them.
 */
const lanes = ["member", "known-member", "operator", "known-operator"] as const;
type PasswordLane = (typeof lanes)[number];

/** One for the whole process, because it shares out the processors. */
export const passwordTurns = new Turns<PasswordLane>({
  lanes,
  concurrency: passwordsAtOnce,
  maxWaiting: passwordsWaiting,
  rest: restOfThread({ busyShare: 0.5, longestMs: 100 }),
});

/** For a caller who would otherwise do much work before the password is looked at, and undo it again. */
export function refuseIfBusy(lane: PasswordLane): void {
  if (passwordTurns.isFull(lane)) throw new AppError("UNAVAILABLE");
}

function inTurn<Result>(turn: Turn<PasswordLane>, work: () => Promise<Result>): Promise<Result> {
  return passwordTurns.run(turn, () => traced({ name: "argon2", facts: {}, isInner: true }, work));
}

/** Only those who are signed in or invited choose a password. */
export function hashPassword(password: string, lane: PasswordLane = "known-member"): Promise<string> {
  return inTurn({ lane }, () => hash(password, cost));
}

interface PasswordCheck extends Turn<PasswordLane> {
  /** Takes back the count of a caller who was refused before the password was looked at. */
  uncount: () => Promise<void>;
}

let nobodysHash: Promise<string> | undefined;

function hashOfNobody(): Promise<string> {
  nobodysHash ??= hash("nobody has this password", cost).catch((error: unknown) => {
    // The next one tries again.
    nobodysHash = undefined;
    throw error;
  });
  return nobodysHash;
}

/**
 * Takes as long without a password or a member as with a wrong password of ours, so that the time reveals nothing. A
 * hash that moved in takes its own time: as long as it is there, the time shows that the account has one.
 */
export async function isPassword(
  passwordHash: string | null | undefined,
  attempt: string,
  { uncount, ...turn }: PasswordCheck,
): Promise<boolean> {
  try {
    const compared = passwordHash ?? (await hashOfNobody());
    return (await inTurn(turn, () => verify(compared, attempt))) && compared === passwordHash;
  } catch (error) {
    await uncount();
    throw error;
  }
}

interface NewPassword {
  oldPassword: string;
  newPassword: string;
  /** Whose password it becomes. An operator has no user id. */
  owner: { name: string; email: string; refId?: string };
}

export function checkNewPassword({ oldPassword, newPassword, owner }: NewPassword): void {
  const problem = newPasswordProblem(oldPassword, newPassword);
  if (problem) throw new AppError(problem, { fields: { newPassword: problem } });
  if (isWellKnownPassword(newPassword)) throw new AppError("PASSWORD_WELL_KNOWN");
  if (isPersonalPassword(newPassword, owner)) throw new AppError("PASSWORD_PERSONAL");
}

/**
 * Makes a password to be mailed. Earlier ones that were not used stay valid until they expire: else anybody who
 * knows a user id could void the one that its owner is about to type.
 */
export async function makeTemporaryPassword(
  tx: Tx,
  { memberId, kind, now }: { memberId: number; kind: keyof typeof temporaryMs; now: Date },
): Promise<string> {
  const secret = randomText(temporaryAlphabet, temporaryLength);
  await tx
    .insertInto("temporary_passwords")
    .values({
      member_id: memberId,
      secret_hash: sha256(secret),
      created_at: now,
      expires_at: after(now, temporaryMs[kind]),
      used_at: null,
    })
    .execute();
  return secret;
}

/** The unused temporary password that was typed, if it was one. */
export async function temporaryPasswordMatching(
  db: Db,
  { memberId, attempt, now }: { memberId: number; attempt: string; now: Date },
): Promise<number | undefined> {
  const rows = await db
    .selectFrom("temporary_passwords")
    .select(["id", "secret_hash"])
    .where("member_id", "=", memberId)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .execute();
  return rows.find((row) => sameBytes(row.secret_hash, sha256(attempt.trim())))?.id;
}

/** Ends the password of the system before. False if there was none, or it was used. */
export async function spendMovedPassword(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<boolean> {
  const spent = await tx
    .updateTable("moved_passwords")
    .set({ used_at: now })
    .where("member_id", "=", memberId)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

/** Whether it is the password of the system before, used or not: others may know that one. */
export async function isMovedPassword(
  db: Db,
  memberId: number,
  attempt: string,
  check: PasswordCheck,
): Promise<boolean> {
  const moved = await db
    .selectFrom("moved_passwords")
    .select("hash")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return moved !== undefined && (await isPassword(moved.hash, attempt, check));
}

/** Whether this session may name the temporary password it signed in with as its old password. */
export async function isSessionsTemporaryPassword(
  db: Db,
  sessionId: string,
  attempt: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("temporary_passwords", "temporary_passwords.id", "sessions.temporary_password_id")
    .select("temporary_passwords.secret_hash")
    .where("sessions.id", "=", sessionId)
    .where("sessions.must_change_password", "=", true)
    .executeTakeFirst();
  return row !== undefined && sameBytes(row.secret_hash, sha256(attempt.trim()));
}
