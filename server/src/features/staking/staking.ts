import type { UsdCents } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { usdText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { usdCentsFromWire } from "@fc/contract/money";
import type { ParsedChange } from "@fc/contract/otp/changes";
import { referenceOf } from "@fc/contract/receipts/reference";
import { normaliseRefId } from "@fc/contract/ref-id";
import { refuseTaken } from "../../core/chain/claims.ts";
import { moneyChange, oneByOne, type MoneyResult } from "../../core/guarded-changes/money-change.ts";
import { priceAt } from "../../core/prices/prices.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { ownPicture } from "../../platform/files/uploads.ts";
import type { MemberSession } from "../../platform/sessions.ts";

const proofFolder = "stacking-verification-images";

interface StakingTerms {
  uploadId: string;
  /** By which the bank names the payment; null where the member gave none. */
  utr: string | null;
  /** The transaction that paid in coins; null where the member gave none. */
  transaction: NamedTransaction | null;
  amountUsdCents: UsdCents;
}

interface NamedTransaction {
  chainId: number;
  hash: string;
}

type StakingResult = MoneyResult & { readonly id: number };

/**
 * A request with its proof of payment. The proof is uploaded before the code is sent, because the code confirms the
 * request to the letter and its proof is part of it. Nothing is posted before an operator approves it.
 */
export function stakingRequest(deps: Deps) {
  return moneyChange<"staking", StakingTerms, StakingResult>(deps, {
    purpose: "staking",
    pausedBy: "staking",
    keyName: "stake",
    rules: oneByOne(async ({ db, lockMember }, { actor, change, now }) => {
      // No wallet is locked here: of two equal requests at the same time, the second waits for the first.
      await lockMember(actor.memberId);
      const uploadId = await freeProof(db, actor, change);
      // Without a price nobody could say how many coins are requested.
      await priceAt(db, now);
      const transaction = await freeTransaction(db, deps, change);
      return {
        uploadId,
        utr: change.utr ?? null,
        transaction,
        amountUsdCents: sure(usdCentsFromWire(change.amount)),
      };
    }),
    codeMail: (_change, { amountUsdCents }) => ({
      action: { en: "Confirm your staking request", hi: "अपने स्टेकिंग अनुरोध की पुष्टि करें" },
      facts: [
        { label: "Amount", value: usdText(amountUsdCents) },
        {
          label: "To",
          value: {
            en: "Your own stake, once the payment is approved",
            hi: "आपका अपना स्टेक, भुगतान स्वीकृत होने पर",
          },
        },
      ],
    }),
    post: async (tx, allowed) => {
      const results: StakingResult[] = [];
      for (const { request, terms } of allowed) {
        const { actor, now } = request;
        const { id } = await recordStakingRequest(tx, { memberId: actor.memberId, ...terms, now });
        results.push({ id, reference: referenceOf("staking-request", id) });
      }
      return results;
    },
    // Without the proof: a member who lost the answer takes another picture of the same payment.
    sameness: ({ amountUsdCents }) => ({ usdCents: String(amountUsdCents) }),
    isUndone: async (db, { id }) => {
      const { status } = await db
        .selectFrom("staking_requests")
        .select("status")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return status === "R";
    },
  });
}

interface NewStakingRequest {
  memberId: number;
  amountUsdCents: UsdCents;
  uploadId: string;
  utr?: string | null;
  transaction?: NamedTransaction | null;
  now: Date;
}

export async function recordStakingRequest(tx: Tx, request: NewStakingRequest): Promise<{ id: number }> {
  const { transaction, now } = request;
  const inserted = await tx
    .insertInto("staking_requests")
    .values({
      member_id: request.memberId,
      amount_usd_cents: request.amountUsdCents,
      upload_id: request.uploadId,
      utr: request.utr ?? null,
      requested_at: now,
      decided_at: null,
      reason: null,
      ...(transaction && {
        chain_id: transaction.chainId,
        tx_hash: transaction.hash,
        deposit_state: "named",
        deposit_next_at: now,
      }),
    })
    // Of two requests with one proof or one transaction at once, the second finds it taken here.
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted) return inserted;
  if (transaction) await refuseTaken(tx, transaction);
  throw new AppError("PROOF_UNUSABLE");
}

/** The transaction that the member names, which no request has named yet. The chain is asked for it afterwards. */
async function freeTransaction(
  db: Db,
  { chain }: Deps,
  { transactionHash: hash }: ParsedChange<"staking">,
): Promise<NamedTransaction | null> {
  if (hash === undefined) return null;
  if (!chain) throw new AppError("CHAIN_MISSING");
  const transaction = { chainId: chain.chainId, hash };
  await refuseTaken(db, transaction);
  return transaction;
}

/** The member's own proof, which no request has used yet. */
async function freeProof(
  db: Db,
  { memberId, refId }: MemberSession,
  change: ParsedChange<"staking">,
): Promise<string> {
  if (normaliseRefId(change.refId) !== refId) throw new AppError("NOT_FOUND");
  const { proofImageUrl } = change;
  const uploadId = await ownPicture(db, { memberId, folder: proofFolder, proofImageUrl });
  const used =
    uploadId !== undefined &&
    (await db
      .selectFrom("staking_requests")
      .select("id")
      .where("upload_id", "=", uploadId)
      .executeTakeFirst());
  if (uploadId === undefined || used) throw new AppError("PROOF_UNUSABLE");
  return uploadId;
}
