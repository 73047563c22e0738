import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { logAction } from "../../core/operators/log.ts";
import { updateClaim } from "../../core/chain/claims.ts";
import { giveDepositTo, putDepositAside } from "../../core/chain/ordered.ts";
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
  const order = { depositId: id, heldBy: before.request_id, operatorId, now };
  if (!(await giveDepositTo(tx, { ...order, requestId }))) throw new AppError("DEPOSIT_DECIDED");
  // What the two requests say of their coins follows.
  for (const each of locked) await updateClaim(tx, each.id);
  await logAction(tx, {
    ...operating,
    action: "deposit/match",
    memberId: request.member_id,
    details: { request: requestId, transaction: before.tx_hash, amount: fcText(before.amount_fc) },
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
  if (holder?.status === "A") throw new AppError("DEPOSIT_USED");
  if (holder?.status === "P") throw new AppError("DEPOSIT_AWAITED");
  const order = { depositId: id, heldBy: before.request_id, operatorId, reason, now };
  if (!(await putDepositAside(tx, order))) throw new AppError("DEPOSIT_DECIDED");
  const details = { transaction: before.tx_hash, amount: fcText(before.amount_fc), reason };
  await logAction(tx, { ...operating, action: "deposit/set-aside", details });
}

function depositOf(tx: Tx, id: number) {
  return tx
    .selectFrom("chain_transfers as transfer")
    .select(["request_id", "tx_hash", "amount_fc"])
    .where("id", "=", id)
    .where(isDeposit)
    .executeTakeFirstOrThrow(() => new AppError("NOT_FOUND"));
}
