import { randomUUID } from "node:crypto";
import { AppError } from "@fc/contract/errors";
import { needsAuthenticator, otpDigits, type OtpPurpose } from "@fc/contract/otp/portal";
import { sql } from "kysely";
import { after, day, hour, minute, second } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import { exhaustedForMs, limitUse, refund, tooMany } from "../../platform/rate-limit.ts";
import { unnested } from "../../platform/unnested.ts";
import { keyedHash, randomDigits, sameBytes } from "../../platform/secrets.ts";
import { canonical } from "./canonical.ts";

/**
 * One-time passwords. A code confirms one exact change of one member in one session: a keyed digest of the change is
 * stored, and the change consumes the grant in its own transaction.
 */
const lifeMs = 10 * minute;
const triesPerCode = 5;
const resendMs = 30 * second;
const sendLimit = { points: 10, windowMs: hour };
/** Counted across codes, so that requesting new codes allows no more guesses: 20 of a million per day. */
const failureLimit = { points: 20, windowMs: day };

interface OtpScope {
  memberId: number;
  sessionId: string;
  purpose: OtpPurpose;
  change: unknown;
}

interface OtpChange extends OtpScope {
  secretKey: string;
  now: Date;
}

export interface SentOtp {
  code: string;
  expiresAt: Date;
  resendAt: Date;
}

/** Counts a code against the limits, outside the transaction, so that it counts even if the transaction fails. */
export async function limitOtpSends(
  db: Db,
  { memberId, purpose, now }: { memberId: number; purpose: OtpPurpose; now: Date },
): Promise<void> {
  await limitUse(db, `otp-resend:${memberId}:${purpose}`, { points: 1, windowMs: resendMs }, now);
  await limitUse(db, `otp-send:${memberId}`, sendLimit, now);
  const waitMs = await exhaustedForMs(db, failuresKey(memberId), failureLimit, now);
  if (waitMs !== undefined) throw tooMany(waitMs);
}

/** Makes a code for a change and closes an earlier one for the same purpose in this session. */
export async function makeOtp(tx: Tx, input: OtpChange): Promise<SentOtp> {
  const { memberId, sessionId, purpose, now, secretKey } = input;
  await tx
    .updateTable("otp_grants")
    .set({ closed_at: now })
    .where("session_id", "=", sessionId)
    .where("purpose", "=", purpose)
    .where("closed_at", "is", null)
    .execute();
  const id = randomUUID();
  const code = randomDigits(otpDigits);
  const expiresAt = after(now, lifeMs);
  await tx
    .insertInto("otp_grants")
    .values({
      id,
      member_id: memberId,
      session_id: sessionId,
      purpose,
      change_digest: digestOf(input),
      code_hash: keyedHash(secretKey, "otp-code", id, code),
      tries_left: triesPerCode,
      created_at: now,
      expires_at: expiresAt,
      verified_at: null,
      closed_at: null,
    })
    .execute();
  return { code, expiresAt, resendAt: after(now, resendMs) };
}

interface CodeCheck {
  memberId: number;
  sessionId: string;
  code: string;
  secretKey: string;
  now: Date;
}

/** Whether the code is correct. Failures are also counted per member, across codes and sessions. */
export async function verifyOtp(db: Db, input: CodeCheck): Promise<boolean> {
  await limitUse(db, failuresKey(input.memberId), failureLimit, input.now);
  const valid = await atomically(db, matchOtp, input);
  if (valid) await refund(db, failuresKey(input.memberId));
  return valid;
}

/** Whether this session has an open grant with this code. A wrong code costs every open grant a try. */
async function matchOtp(tx: Tx, { sessionId, code, secretKey, now }: CodeCheck): Promise<boolean> {
  const open = await tx
    .selectFrom("otp_grants")
    .select(["id", "code_hash", "verified_at"])
    .where("session_id", "=", sessionId)
    .where("closed_at", "is", null)
    .where("expires_at", ">", now)
    .where("tries_left", ">", 0)
    .orderBy("id")
    // Guesses sent in parallel wait for each other here, so that each one is counted.
    .forUpdate()
    .execute();
  const match = open.find((grant) =>
    sameBytes(grant.code_hash, keyedHash(secretKey, "otp-code", grant.id, code)),
  );
  if (match) {
    // A correct code is accepted again, because the first response may have been lost.
    if (match.verified_at) return true;
    await tx.updateTable("otp_grants").set({ verified_at: now }).where("id", "=", match.id).execute();
    return true;
  }
  const ids = open.filter((grant) => !grant.verified_at).map((grant) => grant.id);
  if (ids.length > 0) {
    await tx
      .updateTable("otp_grants")
      .set((eb) => ({ tries_left: eb("tries_left", "-", 1) }))
      .where("id", "in", ids)
      .execute();
  }
  return false;
}

/** Consumes the grant of exactly this change, in the change's own transaction; throws if there is none. */
export async function consumeOtp(tx: Tx, { purpose, secretKey, now, ...change }: OtpChange): Promise<void> {
  const [refused] = await consumeOtps(tx, { purpose, secretKey, now, changes: [change] });
  if (refused) throw refused;
}

interface OtpChanges extends Pick<OtpChange, "purpose" | "secretKey" | "now"> {
  changes: readonly Pick<OtpChange, "memberId" | "sessionId" | "change">[];
}

/** The same for several changes of one purpose, each of another member. Returns an error for each refused change. */
export async function consumeOtps(tx: Tx, input: OtpChanges): Promise<(AppError | undefined)[]> {
  const { purpose, secretKey, now, changes } = input;
  const digests = changes.map((change) => digestOf({ ...change, purpose, secretKey }));
  const keys = changes.map(({ memberId, sessionId }, at) => ({
    member_id: memberId,
    session_id: sessionId,
    change_digest: digests[at]!,
  }));
  const types = { member_id: "int", session_id: "uuid", change_digest: "bytea" };
  const scope = sql`${unnested(keys, types)} join otp_grants using (member_id, session_id, change_digest)
    where purpose = ${purpose} and verified_at is not null and closed_at is null and expires_at > ${now}
      -- Checked again, because the session may have been revoked since the call started.
      and exists (select from sessions where sessions.id = session_id and revoked_at is null)`;
  const hasAuthenticator = needsAuthenticator(purpose)
    ? sql`exists (select from authenticators where owner_kind = 'member' and owner_id = member_id)`
    : sql`false`;
  const { rows } = await sql<{ change_digest: Buffer; is_marked: boolean }>`
    with confirmed as materialized (
      select id, change_digest, authenticator_at is not null or not ${hasAuthenticator} as is_marked from ${scope}
      order by id for update of otp_grants
    ), spent as (
      update otp_grants set closed_at = ${now}, consumed_at = ${now} from confirmed
      where otp_grants.id = confirmed.id and is_marked
    )
    select change_digest, is_marked from confirmed`.execute(tx);
  return digests.map((digest) => {
    const found = rows.find(({ change_digest }) => sameBytes(change_digest, digest));
    if (!found) return new AppError("INVALID_OTP");
    return found.is_marked ? undefined : new AppError("AUTHENTICATOR_REQUIRED");
  });
}

/** Whether this session made exactly this change shortly before: then the call is a retry after a lost response. */
export async function wasConsumed(db: Db, input: OtpChange): Promise<boolean> {
  const done = await db
    .selectFrom("otp_grants")
    .select("id")
    .where("member_id", "=", input.memberId)
    .where("session_id", "=", input.sessionId)
    .where("purpose", "=", input.purpose)
    .where("change_digest", "=", digestOf(input))
    .where("consumed_at", "is not", null)
    .where("expires_at", ">", input.now)
    .executeTakeFirst();
  return done !== undefined;
}

/** Keyed, because a change may contain a password that must not be guessable from its digest. */
export function digestOf({
  memberId,
  sessionId,
  purpose,
  change,
  secretKey,
}: Omit<OtpChange, "now">): Buffer {
  return keyedHash(secretKey, "otp-change", String(memberId), sessionId, purpose, canonical(change));
}

function failuresKey(memberId: number): string {
  return `otp-failures:${memberId}`;
}
