import { AppError } from "@fc/contract/errors";
import type { MemberStatus } from "@fc/contract/members/console-filter";
import { normaliseRefId } from "@fc/contract/ref-id";
import { noteChange, recordMemberEvent, type Client } from "../../core/members/changes.ts";
import { contactOf } from "../../core/members/members.ts";
import {
  isPassword,
  refuseIfBusy,
  spendMovedPassword,
  temporaryPasswordMatching,
} from "../../core/members/passwords.ts";
import { refuseHeldPause, refusePaused } from "../../core/pauses/pauses.ts";
import { endAllPasskeys } from "../../core/passkeys/passkeys.ts";
import { noteForSignals } from "../../core/signals/news.ts";
import { minute } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { noteArrival } from "../../platform/mail/bounces.ts";
import { countUse, limitUse, networkOf, refundAll, tooMany } from "../../platform/rate-limit.ts";
import { randomToken, sha256 } from "../../platform/secrets.ts";
import { openSession } from "../../platform/sessions.ts";

/**
 * Guessing is limited per network address and per account. The address limit is high, because thousands share one
 * address in India's mobile networks. The account limit must not lock the owner out: a browser that has signed in
 * before has its own count, and a temporary password, which cannot be guessed, is accepted above the limit.
 */
const addressLimit = { name: "login-address", points: 100, windowMs: 15 * minute } as const;
const accountLimit = { name: "login-account", points: 10, windowMs: 15 * minute } as const;

/** Where an attempt to sign in comes from. */
export interface LoginAttempt {
  ip: string;
  userAgent: string;
  deviceId: string | undefined;
  now: Date;
}

interface PasswordAttempt extends LoginAttempt {
  refId: string;
  password: string;
  /** Aborted when nobody waits for the answer any more. */
  gone: AbortSignal;
}

export interface SignedIn {
  token: string;
  cookie: string;
  deviceId: string;
}

export async function logIn(db: Db, attempt: PasswordAttempt): Promise<SignedIn | undefined> {
  const { password, gone, now } = attempt;
  // Before it is counted: an attempt that is refused by a pause is no wrong password.
  await refusePaused(db, { what: "sign-in", now });
  const refId = normaliseRefId(attempt.refId);
  const member = await db
    .selectFrom("members")
    .leftJoin("moved_passwords", (join) =>
      join.onRef("moved_passwords.member_id", "=", "members.id").on("used_at", "is", null),
    )
    .select(["members.id", "password_hash", "status", "moved_passwords.hash as moved_hash"])
    .where("ref_id", "=", refId)
    .executeTakeFirst();

  const [knownDeviceId, temporaryPasswordId] = await Promise.all([
    knownDevice(db, member?.id, attempt.deviceId),
    member && temporaryPasswordMatching(db, { memberId: member.id, attempt: password, now }),
  ]);
  const lane = knownDeviceId === undefined ? "member" : "known-member";
  // In a crowd it is refused before it is counted: counting it and taking the count back would be most of the work.
  if (temporaryPasswordId === undefined) refuseIfBusy(lane);
  const counted = await countAttempt(db, attempt, { refId, knownDeviceId });
  if (temporaryPasswordId === undefined) {
    counted.refuseTooMany();
    const check = { lane, gone, uncount: () => counted.forgive(db) } as const;
    if (!(await isPassword(member?.password_hash ?? member?.moved_hash, password, check))) return undefined;
  }
  if (!member) return undefined;
  refuseUnlessActive(member.status);
  return atomically(db, signIn, {
    memberId: member.id,
    temporaryPasswordId: temporaryPasswordId ?? null,
    movedHash: temporaryPasswordId === undefined && member.password_hash === null ? member.moved_hash : null,
    counted,
    attempt,
  });
}

export interface CountedAttempt {
  /** Of the browser from now on. */
  deviceId: string;
  /** For what can be guessed. */
  refuseTooMany: () => void;
  /** It was no failure. */
  forgive: (db: Db) => Promise<void>;
}

/** Counts an attempt before it is checked, for its network and for the account that it is about. */
export async function countAttempt(
  db: Db,
  attempt: LoginAttempt,
  { refId, knownDeviceId }: { refId: string | undefined; knownDeviceId: string | undefined },
): Promise<CountedAttempt> {
  const { now } = attempt;
  const network = networkOf(attempt.ip);
  await limitUse(db, addressLimit, network, now);
  const account =
    knownDeviceId === undefined ? refId : `${refId}:${sha256(knownDeviceId).toString("base64url")}`;
  const { waitMs } =
    account === undefined ? { waitMs: undefined } : await countUse(db, accountLimit, account, now);
  return {
    // An id that we did not issue for this member is replaced, so that nobody can plant one.
    deviceId: knownDeviceId ?? randomToken(),
    refuseTooMany() {
      if (waitMs !== undefined) throw tooMany(accountLimit, waitMs);
    },
    forgive: (at) =>
      refundAll(at, [
        [addressLimit, network],
        ...(account === undefined ? [] : [[accountLimit, account] as const]),
      ]),
  };
}

/** Only shown to somebody who can sign in: to others a blocked account looks like any other. */
export function refuseUnlessActive(status: MemberStatus): void {
  if (status === "frozen") throw new AppError("ACCOUNT_FROZEN");
  if (status !== "active") throw new AppError("ACCOUNT_BLOCKED");
}

/** The browser's id, if this member has signed in with it before. */
export async function knownDevice(
  db: Db,
  memberId: number | undefined,
  deviceId: string | undefined,
): Promise<string | undefined> {
  if (memberId === undefined || deviceId === undefined) return undefined;
  const known = await db
    .selectFrom("known_devices")
    .select("member_id")
    .where("member_id", "=", memberId)
    .where("device_hash", "=", sha256(deviceId))
    .executeTakeFirst();
  return known && deviceId;
}

interface SignIn {
  memberId: number;
  temporaryPasswordId: number | null;
  /** Of the password of the system before, where that was typed. */
  movedHash: string | null;
  counted: CountedAttempt;
  attempt: LoginAttempt;
}

export async function signIn(
  tx: Tx,
  { memberId, temporaryPasswordId, movedHash, counted, attempt }: SignIn,
): Promise<SignedIn | undefined> {
  const { now, ip, userAgent } = attempt;
  const { deviceId } = counted;
  await refuseHeldPause(tx, { what: "sign-in", now });
  if (temporaryPasswordId !== null) {
    const spent = await spendTemporaryPassword(tx, memberId, temporaryPasswordId, now);
    if (!spent) return undefined;
    await noteArrival(tx, { memberId, mailedAt: spent.mailedAt });
    await noteTemporaryPassword(tx, { memberId, ...spent, client: { ip, userAgent }, now });
    // They open the account as the old password did. Only now, because anybody can request a temporary password.
    await endAllPasskeys(tx, { memberId, client: { ip, userAgent }, now });
  }
  // Others may have the old tables, so it opens only the choice of a new password, by a mailed code, and only once.
  if (movedHash !== null && !(await spendMovedPassword(tx, { memberId, now }))) return undefined;
  const device_hash = sha256(deviceId);
  const browser = (await browserOf(tx, attempt.deviceId)) ?? device_hash;
  const [session] = await Promise.all([
    openSession(tx, {
      memberId,
      temporaryPasswordId,
      isMovedPassword: movedHash !== null,
      ip,
      userAgent,
      now,
    }),
    tx
      .insertInto("known_devices")
      .values({ member_id: memberId, device_hash, last_used_at: now, first_used_at: now, browser })
      .onConflict((conflict) =>
        conflict.columns(["member_id", "device_hash"]).doUpdateSet({ last_used_at: now }),
      )
      .execute(),
    noteForSignals(tx, memberId),
    counted.forgive(tx),
  ]);
  return { ...session, deviceId };
}

/**
 * The browser that sent this id, whichever member it was issued for. Members who sign in from one browser get ids of
 * their own there, and this is what the ids have in common.
 */
async function browserOf(tx: Tx, deviceId: string | undefined): Promise<Buffer | undefined> {
  if (deviceId === undefined) return undefined;
  const known = await tx
    .selectFrom("known_devices")
    .select("browser")
    .where("device_hash", "=", sha256(deviceId))
    .limit(1)
    .executeTakeFirst();
  return known?.browser;
}

/** Makes the old password invalid. Of two parallel sign-ins only one succeeds. */
async function spendTemporaryPassword(
  tx: Tx,
  memberId: number,
  id: number,
  now: Date,
): Promise<{ hadPassword: boolean; mailedAt: Date } | undefined> {
  const spent = await tx
    .updateTable("temporary_passwords")
    .set({ used_at: now })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .returning("created_at")
    .executeTakeFirst();
  if (!spent) return undefined;
  await tx
    .deleteFrom("temporary_passwords")
    .where("member_id", "=", memberId)
    .where("used_at", "is", null)
    .execute();
  await spendMovedPassword(tx, { memberId, now });
  const voided = await tx
    .updateTable("members")
    .set({ password_hash: null })
    .where("id", "=", memberId)
    .where("password_hash", "is not", null)
    .executeTakeFirstOrThrow();
  return { hadPassword: voided.numUpdatedRows === 1n, mailedAt: spent.created_at };
}

interface UsedTemporaryPassword {
  memberId: number;
  hadPassword: boolean;
  client: Client;
  now: Date;
}

/** A first sign-in is expected and only recorded. If it replaced a password, somebody else may have read the mail. */
async function noteTemporaryPassword(
  tx: Tx,
  { memberId, hadPassword, client, now }: UsedTemporaryPassword,
): Promise<void> {
  const event = { kind: "temporary-password-used", client, now } as const;
  if (!hadPassword) return recordMemberEvent(tx, { memberId, ...event });
  const member = await contactOf(tx, memberId);
  await noteChange(tx, { ...event, actor: { ...member, memberId }, values: {} });
}
