import { randomUUID } from "node:crypto";
import { AppError } from "@fc/contract/errors";
import type { PasskeyAnswer } from "@fc/contract/security/passkey-wire";
import type { Db, Tx } from "../../platform/db.ts";
import { sameBytes } from "../../platform/secrets.ts";
import { noteChange, type Client } from "../members/changes.ts";
import { contactOf } from "../members/members.ts";
import { noCode } from "../otp/no-code.ts";
import type { PasskeyPlace } from "./place.ts";
import { signedCount } from "./webauthn.ts";

/** A member's passkeys, the newest first. */
export async function passkeysOf(db: Db, memberId: number) {
  const rows = await db
    .selectFrom("passkeys")
    .select([
      "id",
      "name",
      "credential_id as credentialId",
      "transports",
      "user_handle as userHandle",
      "added_at as addedAt",
      "last_used_at as lastUsedAt",
    ])
    .where("member_id", "=", memberId)
    .orderBy("added_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, transports: row.transports.split(",").filter(Boolean) }));
}

interface AddedPasskey {
  memberId: number;
  name: string;
  credentialId: Buffer;
  publicKey: Buffer;
  userHandle: Buffer;
  counter: bigint;
  transports: readonly string[];
  now: Date;
}

/** Whether it was added; not if the same one was before. */
export async function insertPasskey(tx: Tx, added: AddedPasskey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("passkeys")
    .values({
      id: randomUUID(),
      member_id: added.memberId,
      credential_id: added.credentialId,
      public_key: added.publicKey,
      user_handle: added.userHandle,
      counter: added.counter,
      transports: added.transports.join(","),
      name: added.name,
      added_at: added.now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export type StoredPasskey = NonNullable<Awaited<ReturnType<typeof passkeyNamed>>>;

/** The passkey that an answer names, whosever it is. */
export async function passkeyNamed(db: Db, { id }: Pick<PasskeyAnswer, "id">) {
  return db
    .selectFrom("passkeys")
    .select([
      "id",
      "member_id as memberId",
      "name",
      "public_key as publicKey",
      "user_handle as userHandle",
      "counter",
    ])
    .where("credential_id", "=", Buffer.from(id, "base64url"))
    .executeTakeFirst();
}

interface PasskeyUse {
  place: PasskeyPlace;
  passkey: StoredPasskey;
  answer: PasskeyAnswer;
  challenge: Buffer;
  client: Client;
  now: Date;
}

/**
 * Whether this passkey has signed the challenge; notes the use. A count that does not grow says that a copy of the key
 * is used somewhere: then the passkey is ended and the member is told. The caller commits that and refuses.
 */
export async function acceptSignature(tx: Tx, use: PasskeyUse): Promise<"accepted" | "refused" | "copied"> {
  const { place, passkey, answer, challenge, now } = use;
  const { userHandle } = answer.response;
  // An authenticator that says whose passkey it is must not say somebody else's.
  if (userHandle && !sameBytes(Buffer.from(userHandle, "base64url"), passkey.userHandle)) return "refused";
  const count = await signedCount(place, { answer, challenge, publicKey: passkey.publicKey });
  if (count === undefined) return "refused";
  const keepsCount = count > 0n || passkey.counter > 0n;
  if (keepsCount && count <= passkey.counter) {
    await endCopied(tx, use);
    return "copied";
  }
  const used = await tx
    .updateTable("passkeys")
    .set({ counter: count, last_used_at: now })
    .where("id", "=", passkey.id)
    // Of two uses at once with the same count only one succeeds.
    .where("counter", "=", passkey.counter)
    .executeTakeFirstOrThrow();
  return used.numUpdatedRows === 1n ? "accepted" : "refused";
}

async function endCopied(tx: Tx, { passkey, client, now }: PasskeyUse): Promise<void> {
  const { memberId, name } = passkey;
  if ((await endPasskeys(tx, { memberId, id: passkey.id, now })).length === 0) return;
  const actor = { ...(await contactOf(tx, memberId)), memberId };
  await noteChange(tx, { actor, kind: "passkey-copied", detail: name, client, now, values: { name } });
}

/** Throws what a signature that was not accepted is refused with. */
export function refuseSignature(verdict: "refused" | "copied"): never {
  throw new AppError(verdict === "copied" ? "PASSKEY_COPIED" : "INVALID_PASSKEY");
}

/**
 * Ends one passkey or all of them, and what they have signed and was not used yet. Without any, changes are confirmed by
 * the mailed code again. Returns the names of those that were ended.
 */
export async function endPasskeys(
  tx: Tx,
  { memberId, id, now }: { memberId: number; id?: string; now: Date },
): Promise<string[]> {
  await lockMember(tx, memberId);
  await closeSignedGrants(tx, { memberId, now });
  let ending = tx.deleteFrom("passkeys").where("member_id", "=", memberId);
  if (id !== undefined) ending = ending.where("id", "=", id);
  const ended = await ending.returning("name").execute();
  await tx
    .updateTable("members")
    .set({ confirms_by_passkey: false })
    .where("id", "=", memberId)
    .where("confirms_by_passkey", "=", true)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("passkeys").select("id").where("member_id", "=", memberId))),
    )
    .execute();
  return ended.map(({ name }) => name);
}

/** All of a member's, because the password is new or somebody said "This was not me"; the member is told. */
export async function endAllPasskeys(
  tx: Tx,
  { memberId, client, now }: { memberId: number; client: Client; now: Date },
): Promise<void> {
  const count = String((await endPasskeys(tx, { memberId, now })).length);
  if (count === "0") return;
  const actor = { ...(await contactOf(tx, memberId)), memberId };
  await noteChange(tx, { actor, kind: "passkeys-ended", detail: count, client, now, values: { count } });
}

/** First the member, then grants, then passkeys, as everything that makes or signs a grant: else two could deadlock. */
export async function lockMember(tx: Tx, memberId: number): Promise<void> {
  await tx.selectFrom("members").select("id").where("id", "=", memberId).forNoKeyUpdate().execute();
}

/** Nothing that a passkey has signed, or was asked to sign, is made any more. */
export async function closeSignedGrants(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<void> {
  await tx
    .updateTable("otp_grants")
    .set({ closed_at: now })
    .where("member_id", "=", memberId)
    .where("code_hash", "=", noCode)
    .where("closed_at", "is", null)
    .execute();
}
