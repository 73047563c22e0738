import { sure } from "@fc/contract/sure";
import { randomUUID } from "node:crypto";
import { AppError } from "@fc/contract/errors";
import { needsAuthenticator, otpDigits, type OtpPurpose } from "@fc/contract/otp/portal";
import { sql } from "kysely";
import { after, minute } from "../../platform/clock.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { unnested } from "../../platform/unnested.ts";
import { keyedHash, randomDigits, sameBytes, type SecretKey } from "../../platform/secrets.ts";
import { canonical } from "./canonical.ts";
import { resendMs } from "./limits.ts";
import { noCode } from "./no-code.ts";

/**
 * One-time passwords. A code confirms one exact change of one member in one session: a keyed digest of the change is
 * stored, and the change consumes the grant in its own transaction.
 */
const lifeMs = 10 * minute;
const triesPerCode = 5;

interface OtpScope {
  memberId: number;
  sessionId: string;
  purpose: OtpPurpose;
  change: unknown;
}

interface OtpChange extends OtpScope {
  secretKey: SecretKey;
  now: Date;
}

interface OtpToSend extends OtpChange {
  /** The client's key of the request that the code is for. */
  requestKey?: string | undefined;
}

export interface SentOtp {
  id: string;
  code: string;
  expiresAt: Date;
  resendAt: Date;
}

export type GrantToSign = Omit<SentOtp, "code"> & { challenge: Buffer };

/** Makes a code for a change and closes an earlier one for the same purpose in this session. */
export async function makeOtp(tx: Tx, input: OtpToSend): Promise<SentOtp> {
  const id = randomUUID();
  const code = randomDigits(otpDigits);
  const codeHash = keyedHash(input.secretKey, "otp-code", id, code);
  return { id, code, ...(await openGrant(tx, { ...input, id, codeHash })) };
}

/** The same for a change that a passkey is to sign: there is no code, and none fits. */
export async function makeGrantToSign(tx: Tx, input: OtpToSend): Promise<GrantToSign> {
  const id = randomUUID();
  const times = await openGrant(tx, { ...input, id, codeHash: noCode });
  return { id, challenge: challengeOfGrant(id, digestOf(input)), ...times };
}

/**
 * What a passkey signs to confirm a change: the id of the grant, which is new each time, and the digest of exactly this
 * change, member, session and purpose.
 */
export function challengeOfGrant(id: string, changeDigest: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), changeDigest]);
}

async function openGrant(
  tx: Tx,
  input: OtpToSend & { id: string; codeHash: Buffer },
): Promise<Pick<SentOtp, "expiresAt" | "resendAt">> {
  const { id, memberId, sessionId, purpose, codeHash, now } = input;
  await tx
    .updateTable("otp_grants")
    .set({ closed_at: now })
    .where("session_id", "=", sessionId)
    .where("purpose", "=", purpose)
    .where("closed_at", "is", null)
    .execute();
  const expiresAt = after(now, lifeMs);
  await tx
    .insertInto("otp_grants")
    .values({
      id,
      member_id: memberId,
      session_id: sessionId,
      purpose,
      change_digest: digestOf(input),
      code_hash: codeHash,
      tries_left: triesPerCode,
      created_at: now,
      expires_at: expiresAt,
      verified_at: null,
      closed_at: null,
      request_key: input.requestKey ?? null,
    })
    .execute();
  return { expiresAt, resendAt: after(now, resendMs) };
}

/**
 * The code that was sent for this same request less than a resend ago: the caller retries after a lost response and
 * needs no second mail.
 */
export async function otpJustSent(
  db: Db,
  { requestKey, ...input }: OtpToSend,
): Promise<Omit<SentOtp, "code"> | undefined> {
  if (requestKey === undefined) return undefined;
  const sent = await db
    .selectFrom("otp_grants")
    .select(["id", "created_at", "expires_at"])
    .where("member_id", "=", input.memberId)
    .where("session_id", "=", input.sessionId)
    .where("purpose", "=", input.purpose)
    .where("change_digest", "=", digestOf(input))
    .where("code_hash", "!=", noCode)
    .where("request_key", "=", requestKey)
    .where("closed_at", "is", null)
    .where("tries_left", ">", 0)
    .where("created_at", ">", after(input.now, -resendMs))
    .executeTakeFirst();
  return sent && { id: sent.id, expiresAt: sent.expires_at, resendAt: after(sent.created_at, resendMs) };
}

/**
 * Whether a code that was sent for this request has made its change; waits while the change is being made. If none has,
 * they are closed, so that none does later.
 */
export async function wasConsumedOrClose(
  tx: Tx,
  { memberId, requestKey, now }: { memberId: number; requestKey: string; now: Date },
): Promise<boolean> {
  const grants = await tx
    .selectFrom("otp_grants")
    .select(["id", "closed_at", "consumed_at"])
    .where("member_id", "=", memberId)
    .where("request_key", "=", requestKey)
    .orderBy("id")
    // The change locks its grant until the commit.
    .forUpdate()
    .execute();
  if (grants.some(({ consumed_at }) => consumed_at !== null)) return true;
  const open = grants.filter(({ closed_at }) => closed_at === null).map(({ id }) => id);
  if (open.length > 0) {
    await tx.updateTable("otp_grants").set({ closed_at: now }).where("id", "in", open).execute();
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
    change_digest: sure(digests[at]),
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
      select id, change_digest,
        -- A passkey is two factors in one: the device, and the fingerprint, face or PIN that it asks for.
        authenticator_at is not null or passkey_at is not null or not ${hasAuthenticator} as is_marked
      from ${scope}
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
