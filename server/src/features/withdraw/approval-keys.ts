import { randomBytes } from "node:crypto";
import { AppError } from "@fc/contract/errors";
import type { NewPasskey, PasskeyInvitation, PasskeyRequest } from "@fc/contract/security/passkey-wire";
import type { ApprovalKey } from "@fc/contract/withdraw/console-approvals";
import { approverLine, fingerprintOf } from "../../core/approvals/approvers.ts";
import { logAction } from "../../core/operators/log.ts";
import { requirePasskeyPlace } from "../../core/passkeys/place.ts";
import { invitationFor, madeFor, requestFor } from "../../core/passkeys/webauthn.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Operating, OperatorSession } from "../../platform/operator-sessions.ts";
import { keyedHash, type SecretKey } from "../../platform/secrets.ts";

export interface Signing {
  actor: OperatorSession;
  operating: Operating;
  publicUrl: string;
  secretKey: SecretKey;
}

export function keysOf(db: Db, operatorId: number) {
  return db
    .selectFrom("approval_keys")
    .select(["credential_id as credentialId", "public_key as publicKey", "transports", "added_at as addedAt"])
    .where("operator_id", "=", operatorId)
    .orderBy("id", "desc")
    .execute();
}
type Key = Awaited<ReturnType<typeof keysOf>>[number];

const described = ({ credentialId, transports }: Key) => ({
  credentialId,
  transports: transports.split(",").filter(Boolean),
});

/** The name of a person in the file: the same for all of an operator's keys. */
export function keyAsShown(
  { operatorId, email }: { operatorId: number; email: string },
  key: Key,
): ApprovalKey {
  const line = approverLine({ person: `operator-${operatorId}`, email, ...key });
  return { line, fingerprint: fingerprintOf(key), addedAt: key.addedAt.toISOString() };
}

export async function ownKeys(db: Db, actor: OperatorSession): Promise<ApprovalKey[]> {
  return (await keysOf(db, actor.operatorId)).map((key) => keyAsShown(actor, key));
}

/** Of this session: a key here has no force before somebody has put it into the worker's file. */
const challengeFor = ({ secretKey, actor }: Signing) => keyedHash(secretKey, "approval-key", actor.sessionId);

export async function invitationToSign(db: Db, signing: Signing): Promise<PasskeyInvitation> {
  const { actor, publicUrl } = signing;
  return invitationFor(requirePasskeyPlace(publicUrl), {
    challenge: challengeFor(signing),
    // A handle of its own: an operator who is also a member has another passkey there.
    userHandle: randomBytes(32),
    refId: `${actor.email} (payouts)`,
    name: `${actor.name} (payouts)`,
    credentials: (await keysOf(db, actor.operatorId)).map(described),
  });
}

export async function keepKey(db: Db, signing: Signing, passkey: NewPasskey): Promise<ApprovalKey> {
  const place = requirePasskeyPlace(signing.publicUrl);
  const made = await madeFor(place, { passkey, challenge: challengeFor(signing) });
  if (!made) throw new AppError("INVALID_PASSKEY");
  const transports = (passkey.response.transports ?? []).join(",");
  return atomically(db, insertKey, { ...signing, ...made, transports });
}

interface AddedKey extends Signing {
  credentialId: Buffer;
  publicKey: Buffer;
  transports: string;
}

async function insertKey(tx: Tx, added: AddedKey): Promise<ApprovalKey> {
  const { actor, operating, credentialId, publicKey, transports } = added;
  const inserted = await tx
    .insertInto("approval_keys")
    .values({
      operator_id: actor.operatorId,
      credential_id: credentialId,
      public_key: publicKey,
      transports,
      added_at: operating.now,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) throw new AppError("CONFLICT");
  const details = { fingerprint: fingerprintOf(added) };
  await logAction(tx, { ...operating, action: "account/approval-key", details });
  return keyAsShown(actor, { credentialId, publicKey, transports, addedAt: operating.now });
}

/** What the operator's passkeys are asked to sign; null where there are none. */
export async function requestOf(
  db: Db,
  { actor, publicUrl }: Pick<Signing, "actor" | "publicUrl">,
  challenge: Buffer,
): Promise<PasskeyRequest | null> {
  const credentials = (await keysOf(db, actor.operatorId)).map(described);
  return credentials.length === 0
    ? null
    : requestFor(requirePasskeyPlace(publicUrl), { challenge, credentials });
}
