import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { logAction } from "../../core/operators/log.ts";
import { updateClaim } from "../../core/chain/claims.ts";
import { isDeposit } from "../../core/chain/transfers.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

interface Matching {
  id: number;
  requestId: number;
  operating: Operating;
}

/**
 * The deposit pays for this request, whatever hash the request names. It approves nothing: the request is decided in its
 * queue. Requests are locked before the deposit, as everywhere.
 */
export async function matchDeposit(tx: Tx, { id, requestId, operating }: Matching): Promise<void> {
  const { operatorId, now } = operating;
  const before = await depositOf(tx, id);
  const locked = await tx
    .selectFrom("staking_requests")
    .select(["id", "status", "member_id", "tx_hash"])
    .where("id", "in", [requestId, ...(before.request_id === null ? [] : [before.request_id])])
    // In id order, so that two operators who exchange deposits cannot deadlock.
    .orderBy("id")
    .forUpdate()
    .execute();
  const request = locked.find((each) => each.id === requestId);
  if (!request) throw new AppError("NOT_FOUND");
  if (request.status === "R") throw new AppError("REQUEST_REJECTED");
  const holder = locked.find((each) => each.id === before.request_id);
  if (holder?.status === "A") throw new AppError("DEPOSIT_USED");
  const matched = await tx
    .updateTable("chain_transfers")
    .set({
      request_id: requestId,
      matched_at: now,
      matched_by: operatorId,
      set_aside_at: null,
      set_aside_by: null,
      set_aside_reason: null,
    })
    .where("id", "=", id)
    .where("request_id", "is not distinct from", before.request_id)
    .returning(["tx_hash", "amount_fc"])
    .executeTakeFirst();
  if (!matched) throw new AppError("DEPOSIT_DECIDED");
  // What the two requests say of their coins follows.
  for (const each of locked) await updateClaim(tx, each.id);
  await logAction(tx, {
    ...operating,
    action: "deposit/match",
    memberId: request.member_id,
    details: { request: requestId, transaction: matched.tx_hash, amount: fcText(matched.amount_fc) },
  });
}

/** It pays for no request. One that belongs to a request which is not rejected is not set aside. */
export async function setDepositAside(
  tx: Tx,
  { id, reason, operating }: { id: number; reason: string; operating: Operating },
): Promise<void> {
  const { operatorId, now } = operating;
  const before = await depositOf(tx, id);
  const holder =
    before.request_id === null
      ? undefined
      : await tx
          .selectFrom("staking_requests")
          .select("status")
          .where("id", "=", before.request_id)
          .forUpdate()
          .executeTakeFirst();
  if (holder && holder.status !== "R") throw new AppError("DEPOSIT_USED");
  const aside = await tx
    .updateTable("chain_transfers")
    .set({
      request_id: null,
      matched_at: null,
      matched_by: null,
      set_aside_at: now,
      set_aside_by: operatorId,
      set_aside_reason: reason,
    })
    .where("id", "=", id)
    .where("request_id", "is not distinct from", before.request_id)
    .where("set_aside_at", "is", null)
    .returning(["tx_hash", "amount_fc"])
    .executeTakeFirst();
  if (!aside) throw new AppError("DEPOSIT_DECIDED");
  const details = { transaction: aside.tx_hash, amount: fcText(aside.amount_fc), reason };
  await logAction(tx, { ...operating, action: "deposit/set-aside", details });
}

async function depositOf(tx: Tx, id: number): Promise<{ request_id: number | null }> {
  return tx
    .selectFrom("chain_transfers as transfer")
    .select("request_id")
    .where("id", "=", id)
    .where(isDeposit)
    .executeTakeFirstOrThrow(() => new AppError("NOT_FOUND"));
}
