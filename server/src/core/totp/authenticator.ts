import { AppError } from "@fc/contract/errors";
import { after, day, minute } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { countUse, refund, tooMany } from "../../platform/rate-limit.ts";
import { decrypt, encrypt, type SecretKey } from "../../platform/secrets.ts";
import { purposeOf, type AuthenticatorOwner } from "./owner.ts";
import { replaceRecoveryCodes, spendRecoveryCode } from "./recovery-codes.ts";
import { newSecret, stepOfCode } from "./totp.ts";

/** Long enough to install an app. */
const enrolmentMs = 30 * minute;
/** At any time three of a million codes are valid, so 20 tries a day find one in about 45 years. */
const failureLimit = { name: "authenticator-failures", points: 20, windowMs: day } as const;

interface AuthenticatorScope {
  owner: AuthenticatorOwner;
  secretKey: SecretKey;
  now: Date;
}

/** Makes a secret and keeps it for this session until its first code is entered. It replaces an earlier one. */
export async function startEnrolment(
  tx: Tx,
  { owner, sessionId, secretKey, now }: AuthenticatorScope & { sessionId: string },
): Promise<void> {
  const row = {
    session_id: sessionId,
    secret: encrypt(secretKey, purposeOf(owner), newSecret()),
    expires_at: after(now, enrolmentMs),
  };
  await tx
    .insertInto("authenticator_enrolments")
    .values({ owner_kind: owner.kind, owner_id: owner.id, ...row })
    .onConflict((conflict) => conflict.columns(["owner_kind", "owner_id"]).doUpdateSet(row))
    .execute();
}

/** Turns the authenticator on if the app's code is correct. Returns the recovery codes, which are shown only once. */
export async function finishEnrolment(
  tx: Tx,
  input: AuthenticatorScope & { sessionId: string; code: string },
): Promise<string[] | undefined> {
  const { owner, secretKey, code, now } = input;
  const enrolment = await enrolmentOf(tx, input);
  if (!enrolment) throw new AppError("ENROLMENT_GONE");
  const step = stepOfCode(enrolment.secret, code, now);
  if (step === undefined) return undefined;
  // If two tabs finish at the same time, only one of them turns the authenticator on.
  if (!(await cancelEnrolment(tx, owner))) throw new AppError("ENROLMENT_GONE");
  await tx
    .insertInto("authenticators")
    .values({
      owner_kind: owner.kind,
      owner_id: owner.id,
      secret: encrypt(secretKey, purposeOf(owner), enrolment.secret),
      turned_on_at: now,
      last_step: step,
    })
    .execute();
  return replaceRecoveryCodes(tx, input);
}

/** The secret with which this session is setting an app up; undefined if it is not doing so. */
export async function enrolmentOf(
  db: Db,
  { owner, sessionId, secretKey, now }: AuthenticatorScope & { sessionId: string },
): Promise<{ secret: Buffer; expiresAt: Date } | undefined> {
  const row = await db
    .selectFrom("authenticator_enrolments")
    .select(["secret", "expires_at as expiresAt"])
    .where("owner_kind", "=", owner.kind)
    .where("owner_id", "=", owner.id)
    .where("session_id", "=", sessionId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row && { ...row, secret: decrypt(secretKey, purposeOf(owner), row.secret) };
}

export async function cancelEnrolment(tx: Tx, owner: AuthenticatorOwner): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("authenticator_enrolments")
    .where("owner_kind", "=", owner.kind)
    .where("owner_id", "=", owner.id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export interface AuthenticatorState {
  turnedOnAt: Date;
  recoveryCodesLeft: number;
}

/** Undefined if the authenticator is off. */
export async function authenticatorOf(
  db: Db,
  owner: AuthenticatorOwner,
): Promise<AuthenticatorState | undefined> {
  const row = await db
    .selectFrom("authenticators")
    .select((eb) => [
      "turned_on_at as turnedOnAt",
      eb
        .selectFrom("recovery_codes")
        .select((count) => count.fn.countAll().as("left"))
        .where("owner_kind", "=", owner.kind)
        .where("owner_id", "=", owner.id)
        .where("used_at", "is", null)
        .as("left"),
    ])
    .where("owner_kind", "=", owner.kind)
    .where("owner_id", "=", owner.id)
    .executeTakeFirst();
  return row && { turnedOnAt: row.turnedOnAt, recoveryCodesLeft: Number(row.left) };
}

export async function hasAuthenticator(db: Db, owner: AuthenticatorOwner): Promise<boolean> {
  return (await authenticatorOf(db, owner)) !== undefined;
}

/** The database deletes the recovery codes with it. */
export async function turnOffAuthenticator(tx: Tx, owner: AuthenticatorOwner): Promise<void> {
  await tx
    .deleteFrom("authenticators")
    .where("owner_kind", "=", owner.kind)
    .where("owner_id", "=", owner.id)
    .execute();
}

export type AcceptedCode = "app" | "recovery";

/** Uses up a recovery code; undefined if it is none. */
export async function acceptRecoveryCode(
  tx: Tx,
  input: AuthenticatorScope & { code: string },
): Promise<AcceptedCode | undefined> {
  return (await spendRecoveryCode(tx, input)) ? "recovery" : undefined;
}

/** Uses up a code of the app or a recovery code; undefined if it is wrong. Call it in the confirmed transaction. */
export async function acceptCode(
  tx: Tx,
  input: AuthenticatorScope & { code: string },
): Promise<AcceptedCode | undefined> {
  const { owner, code, secretKey, now } = input;
  if (await spendRecoveryCode(tx, input)) return "recovery";
  const row = await tx
    .selectFrom("authenticators")
    .select("secret")
    .where("owner_kind", "=", owner.kind)
    .where("owner_id", "=", owner.id)
    .executeTakeFirst();
  const step = row && stepOfCode(decrypt(secretKey, purposeOf(owner), row.secret), code, now);
  if (step === undefined) return undefined;
  const { numUpdatedRows } = await tx
    .updateTable("authenticators")
    .set({ last_step: step })
    .where("owner_kind", "=", owner.kind)
    .where("owner_id", "=", owner.id)
    // A code works once: somebody who saw it cannot use it again, and of two parallel uses only one succeeds.
    .where("last_step", "<", step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? "app" : undefined;
}

interface Tries {
  owner: AuthenticatorOwner;
  /** A browser with a count of its own, so that guesses made elsewhere do not lock its owner out. */
  browser?: string | undefined;
  now: Date;
}

/**
 * Limits guessing. It wraps the transaction that accepts the code, because a refused one would roll the count back.
 * It counts before the check, because otherwise guesses sent in parallel would all pass. Above the limit only
 * `unguessable` is tried: a recovery code, of 50 bits, lets its owner in, no matter who has used up the tries.
 */
export async function limitTries<Accepted>(
  db: Db,
  { owner, browser, now }: Tries,
  attempt: () => Promise<Accepted | undefined>,
  unguessable?: () => Promise<Accepted | undefined>,
): Promise<Accepted> {
  const subject = [owner.kind, owner.id, ...(browser === undefined ? [] : [browser])].join(":");
  const { waitMs } = await countUse(db, failureLimit, subject, now);
  const accepted = await (waitMs === undefined ? attempt() : unguessable?.());
  if (accepted === undefined && waitMs !== undefined) throw tooMany(failureLimit, waitMs);
  if (accepted === undefined) throw new AppError("INVALID_AUTHENTICATOR_CODE");
  await refund(db, failureLimit, subject);
  return accepted;
}
