import { AppError } from "@fc/contract/errors";
import { fcToWire } from "@fc/contract/money";
import { referenceOf } from "@fc/contract/receipts/reference";
import type { PasskeyAnswer } from "@fc/contract/security/passkey-wire";
import type { PayoutBatchToSign } from "@fc/contract/withdraw/console-approvals";
import { sql } from "kysely";
import {
  batchIn,
  batchText,
  challengeOf,
  mostInBatch,
  releaseText,
  signedForMs,
  type BatchEntry,
} from "../../core/approvals/batch.ts";
import { stoppedByRule } from "../../core/approvals/rules.ts";
import { openStates } from "../../core/chain/payout-deps.ts";
import { isReleaseAgreed } from "../../core/chain/release.ts";
import { walletsOf, type WalletRow } from "../../core/chain/wallets.ts";
import { logAction } from "../../core/operators/log.ts";
import { requirePasskeyPlace } from "../../core/passkeys/place.ts";
import { signedCount } from "../../core/passkeys/webauthn.ts";
import type { Chain } from "../../platform/chain/types.ts";
import { after } from "../../platform/clock.ts";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { OperatorSession } from "../../platform/operator-sessions.ts";
import { keysOf, requestOf, type Signing } from "./approval-keys.ts";
import { wordOfRules } from "./payout-rules.ts";

/** What the operator has not signed yet, or so long ago that it is no longer good for long. */
export async function batchToSign(
  db: Db,
  signing: Signing & { chain: Chain },
): Promise<PayoutBatchToSign | null> {
  const { chain, actor, operating } = signing;
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
  return {
    purpose: wallet.approval_purpose,
    text,
    payouts: rows.map((row) => ({
      reference: referenceOf("withdrawal", row.withdrawal_id),
      name: row.name,
      address: row.to_address,
      amount: fcToWire(row.amount_fc),
    })),
    request: await requestOf(db, signing, challengeOf(text)),
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
    .where(isNotByRules(wallet))
    .where(
      sql<boolean>`not exists (select from payout_approval_entries as entry
        join payout_approvals as approval on approval.id = entry.approval_id
        where entry.payout_key = payout.payout_key and approval.operator_id = ${actor.operatorId}
          and substring(approval.text from E'\nword ([0-9a-f-]{36})\n') = any (${wallet.approval_words}::text[]))`,
    )
    .limit(mostInBatch)
    .execute();
}

/** What rules pay needs nobody, as long as they are in force and none of them stops it. */
const isNotByRules = ({ rules_text: text, rules_word: word }: WalletRow) =>
  sql<boolean>`(payout.rules_word is null or payout.rules_word is distinct from ${text === null ? null : word}
    or starts_with(payout.wait_reason, ${stoppedByRule})
    or exists (select from payout_rules_stops as stop where stop.word = payout.rules_word))`;

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
  const release = await wordOfRelease(db, approval);
  const rules = release === undefined ? await wordOfRules(db, approval) : undefined;
  const word = release ?? rules;
  const ids = word === undefined ? await payoutsSigned(db, approval) : [word];
  await atomically(db, keepApproval, { ...approval, ids, isRelease: release !== undefined, rules });
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
  /** The word of signed rules. */
  rules: string | undefined;
}

async function keepApproval(tx: Tx, approval: CheckedApproval): Promise<void> {
  const { operating, text, answer, ids, isRelease, rules } = approval;
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
  else if (rules !== undefined)
    await logAction(tx, { ...operating, action: "payout-rules/sign", details: { rules } });
  else await logAction(tx, { ...operating, action: "payout/approve", details: { count: ids.length } });
}
