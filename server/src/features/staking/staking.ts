import { usdText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { usdCentsFromWire } from "@fc/contract/money";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { BodyOf } from "@fc/contract/route";
import * as contract from "@fc/contract/staking/portal";
import { withIdempotency } from "../../core/ledger/idempotency.ts";
import { otpGuard, type OtpGuard } from "../../core/otp/guard.ts";
import { consumeOtp } from "../../core/otp/otp.ts";
import { priceAt } from "../../core/prices/prices.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { ownPicture } from "../../platform/files/uploads.ts";
import type { MemberSession } from "../../platform/sessions.ts";

type Change = BodyOf<typeof contract.requestStake>;

const proofFolder = "stacking-verification-images";

/**
 * The proof is uploaded before the code is sent, because the code confirms the request to the letter and its
 * proof is part of it.
 */
export function stakingGuard({ db }: Deps): OtpGuard {
  return otpGuard({
    purpose: "staking",
    route: contract.requestStake,
    check: async ({ actor, change, now }) => {
      await freeProof(db, actor, change);
      // Without a price nobody could say what is asked for.
      await priceAt(db, now);
    },
    describe: ({ amount }) => ({
      action: "Confirm your staking request",
      facts: [
        { label: "Amount", value: usdText(usdCentsFromWire(amount)!) },
        { label: "To", value: "Your own stake, once the payment is approved" },
      ],
    }),
  });
}

interface RequestInput {
  actor: MemberSession;
  change: Change;
  idempotencyKey: string;
  secretKey: string;
  now: Date;
}

export async function requestStake(tx: Tx, input: RequestInput): Promise<{ id: number }> {
  const { actor, change, idempotencyKey, now } = input;
  const asked = { memberId: actor.memberId, key: idempotencyKey, now };
  return withIdempotency(tx, { ...asked, request: { stake: change } }, () => insertRequest(tx, input));
}

async function insertRequest(tx: Tx, input: RequestInput): Promise<{ id: number }> {
  const { actor, change, secretKey, now } = input;
  const { memberId, sessionId } = actor;
  await consumeOtp(tx, { memberId, sessionId, purpose: "staking", change, secretKey, now });
  const uploadId = await freeProof(tx, actor, change);
  const amountUsdCents = usdCentsFromWire(change.amount)!;
  return recordStakingRequest(tx, { memberId, amountUsdCents, uploadId, now });
}

export async function recordStakingRequest(
  tx: Tx,
  request: { memberId: number; amountUsdCents: bigint; uploadId: string; now: Date },
): Promise<{ id: number }> {
  const inserted = await tx
    .insertInto("staking_requests")
    .values({
      member_id: request.memberId,
      amount_usd_cents: request.amountUsdCents,
      upload_id: request.uploadId,
      requested_at: request.now,
      decided_at: null,
      reason: null,
    })
    // Of two requests with one proof at once, the second finds it taken here.
    .onConflict((conflict) => conflict.column("upload_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) throw new AppError("PROOF_UNUSABLE");
  return inserted;
}

/** The member's own proof, which no request has used yet. */
async function freeProof(db: Db, { memberId, refId }: MemberSession, change: Change): Promise<string> {
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
