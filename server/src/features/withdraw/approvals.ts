import { randomBytes } from "node:crypto";
import { AppError } from "@fc/contract/errors";
import { fcToWire } from "@fc/contract/money";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { NewPasskey, PasskeyAnswer, PasskeyInvitation } from "@fc/contract/security/passkey-wire";
import type { ApprovalKey, PayoutBatchToSign } from "@fc/contract/withdraw/console-approvals";
import { sql } from "kysely";
import { approverLine, fingerprintOf } from "../../core/approvals/approvers.ts";
import {
  batchIn,
  batchText,
  challengeOf,
  mostInBatch,
  releaseText,
  signedForMs,
  type BatchEntry,
} from "../../core/approvals/batch.ts";
import { openStates } from "../../core/chain/payout-deps.ts";
import { isReleaseAgreed } from "../../core/chain/release.ts";
import { walletsOf, type WalletRow } from "../../core/chain/wallets.ts";
import { logAction } from "../../core/operators/log.ts";
import { requirePasskeyPlace } from "../../core/passkeys/place.ts";
import { invitationFor, madeFor, requestFor, signedCount } from "../../core/passkeys/webauthn.ts";
import type { Chain } from "../../platform/chain/types.ts";
import { after } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Operating, OperatorSession } from "../../platform/operator-sessions.ts";
import { keyedHash, type SecretKey } from "../../platform/secrets.ts";

interface Signing {
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

/** What the operator has not signed yet, or so long ago that it is no longer good for long. */
export async function batchToSign(
  db: Db,
  signing: Signing & { chain: Chain },
): Promise<PayoutBatchToSign | null> {
  const { chain, actor, operating, publicUrl } = signing;
  const [wallet] = await walletsOf(db, chain.chainId);
  // Nothing is asked for where the worker needs no signatures, as on the demo's own chain.
  const word = wallet?.approval_words.at(-1);
  if (!wallet || word === undefined) return null;
  const rows =
    wallet.approval_purpose === "payouts" ? await unsignedPayouts(db, { chain, actor, wallet }) : [];
  const text =
    wallet.approval_purpose === "release"
      ? await releaseToSign(db, { wallet, word, actor })
      : batchText({
          chainId: chain.chainId,
          contract: chain.contract,
          wallet: wallet.address,
          word,
          expiresAt: after(operating.now, signedForMs),
          entries: rows.map(entryOf),
        });
  if (text === null || (wallet.approval_purpose === "payouts" && rows.length === 0)) return null;
  const keys = await keysOf(db, actor.operatorId);
  const credentials = keys.map(described);
  return {
    purpose: wallet.approval_purpose,
    text,
    payouts: rows.map((row) => ({
      reference: referenceOf("withdrawal", row.withdrawal_id),
      name: row.name,
      address: row.to_address,
      amount: fcToWire(row.amount_fc),
    })),
    request:
      keys.length === 0
        ? null
        : requestFor(requirePasskeyPlace(publicUrl), { challenge: challengeOf(text), credentials }),
  };
}

interface WordOfWallet {
  wallet: WalletRow;
  word: string;
  actor: OperatorSession;
}

/** Null before two operators have agreed, and where this one has signed it. */
async function releaseToSign(db: Db, { wallet, word, actor }: WordOfWallet): Promise<string | null> {
  const { chain_id: chainId, address, paused_at: pausedAt } = wallet;
  if (pausedAt !== null && !(await isReleaseAgreed(db, chainId))) return null;
  const signed = await db
    .selectFrom("payout_approval_entries as entry")
    .innerJoin("payout_approvals as approval", "approval.id", "entry.approval_id")
    .select("approval.id")
    .where("entry.payout_key", "=", word)
    .where("approval.operator_id", "=", actor.operatorId)
    .executeTakeFirst();
  return signed ? null : releaseText({ chainId, wallet: address, word });
}

function entryOf(row: {
  payout_key: string;
  withdrawal_id: number;
  to_address: string;
  units: string;
}): BatchEntry {
  const { payout_key: payoutId, withdrawal_id: withdrawalId, to_address: to, units } = row;
  return { payoutId, withdrawalId, to, units: BigInt(units) };
}

function payoutsToSign(db: Db, { chainId }: Chain) {
  return db
    .selectFrom("chain_payouts as payout")
    .innerJoin("withdrawals as withdrawal", "withdrawal.id", "payout.withdrawal_id")
    .innerJoin("members as member", "member.id", "withdrawal.member_id")
    .select(["payout.payout_key", "payout.withdrawal_id", "payout.to_address", "payout.units"])
    .select(["payout.amount_fc", "member.name"])
    .where("payout.chain_id", "=", chainId)
    .where("payout.state", "in", ["waiting", ...openStates])
    .where("payout.given_up_at", "is", null)
    .orderBy("payout.id");
}

function unsignedPayouts(
  db: Db,
  { chain, actor, wallet }: { chain: Chain; actor: OperatorSession; wallet: WalletRow },
) {
  return payoutsToSign(db, chain)
    .where(
      sql<boolean>`not exists (select from payout_approval_entries as entry
        join payout_approvals as approval on approval.id = entry.approval_id
        where entry.payout_key = payout.payout_key and approval.operator_id = ${actor.operatorId}
          and substring(approval.text from E'\nword ([0-9a-f-]{36})\n') = any (${wallet.approval_words}::text[]))`,
    )
    .limit(mostInBatch)
    .execute();
}

interface Approval extends Signing {
  chain: Chain;
  text: string;
  answer: PasskeyAnswer;
}

/** Checked here only so that a mistake is seen at once: the worker believes none of it and verifies by itself. */
export async function approvePayouts(db: Db, approval: Approval): Promise<void> {
  const { actor, text, answer, publicUrl } = approval;
  const keys = await keysOf(db, actor.operatorId);
  const key = keys.find(({ credentialId }) => credentialId.toString("base64url") === answer.id);
  if (!key) throw new AppError("INVALID_PASSKEY");
  const signed = { answer, challenge: challengeOf(text), publicKey: key.publicKey };
  if ((await signedCount(requirePasskeyPlace(publicUrl), signed)) === undefined)
    throw new AppError("INVALID_PASSKEY");
  const word = await wordOfRelease(db, approval);
  const ids = word === undefined ? await payoutsSigned(db, approval) : [word];
  await atomically(db, keepApproval, { ...approval, ids, isRelease: word !== undefined });
}

/** What a signature of a release is kept under; undefined where the text is none, or not of this pause. */
async function wordOfRelease(db: Db, { chain, text }: Approval): Promise<string | undefined> {
  const [wallet] = await walletsOf(db, chain.chainId);
  const word = wallet?.approval_words.at(-1);
  if (!wallet || word === undefined || wallet.approval_purpose !== "release") return undefined;
  return text === releaseText({ chainId: chain.chainId, wallet: wallet.address, word }) ? word : undefined;
}

/** The payouts of a text that are still as it says. */
async function payoutsSigned(db: Db, { chain, text, operating }: Approval): Promise<string[]> {
  const batch = batchIn(text);
  if (!batch || batch.chainId !== chain.chainId || batch.expiresAt <= operating.now)
    throw new AppError("CONFLICT");
  const ids = batch.entries.map(({ payoutId }) => payoutId);
  const rows = await payoutsToSign(db, chain).where("payout.payout_key", "in", ids).execute();
  const now = new Map(rows.map((row) => [row.payout_key, entryOf(row)]));
  const isAsSigned = batch.entries.every((entry) => {
    const current = now.get(entry.payoutId);
    return current && current.to === entry.to && current.units === entry.units;
  });
  // Something was taken back or paid meanwhile: the operator looks at the list again.
  if (!isAsSigned) throw new AppError("CONFLICT");
  return ids;
}

interface CheckedApproval extends Approval {
  ids: readonly string[];
  isRelease: boolean;
}

async function keepApproval(tx: Tx, approval: CheckedApproval): Promise<void> {
  const { operating, text, answer, ids, isRelease } = approval;
  const bytes = (value: string) => Buffer.from(value, "base64url");
  const { id } = await tx
    .insertInto("payout_approvals")
    .values({
      operator_id: operating.operatorId,
      text,
      credential_id: bytes(answer.id),
      authenticator_data: bytes(answer.response.authenticatorData),
      client_data: bytes(answer.response.clientDataJSON),
      signature: bytes(answer.response.signature),
      created_at: operating.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("payout_approval_entries")
    .values(ids.map((payoutKey) => ({ payout_key: payoutKey, approval_id: id })))
    .execute();
  if (isRelease) await logAction(tx, { ...operating, action: "hot-wallet/sign-release", details: {} });
  else await logAction(tx, { ...operating, action: "payout/approve", details: { count: ids.length } });
}
