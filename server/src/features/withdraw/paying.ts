import { AppError } from "@fc/contract/errors";
import { withdrawTypesWhere } from "@fc/contract/withdraw/kinds";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

/**
 * Coins leave outside the platform before an operator enters the transaction here. A member who took the request back
 * in between would have the coins twice, so whoever takes an address to pay it marks the withdrawal first. Returns
 * those that are still pending; a mark of before stays.
 */
export async function markAsBeingPaid(
  tx: Tx,
  { ids, operating: { operatorId, now } }: { ids: readonly number[]; operating: Operating },
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const marked = await tx
    .updateTable("withdrawals")
    .set((eb) => ({
      paying_since: eb.fn.coalesce("paying_since", eb.val(now)),
      paying_by: eb.fn.coalesce("paying_by", eb.val(operatorId)),
    }))
    .where("id", "in", ids)
    .where("currency_type", "in", withdrawTypesWhere("isDecidedByOperator", true))
    .where("status", "=", "P")
    .returning("id")
    .execute();
  return new Set(marked.map(({ id }) => id));
}

export async function startPaying(
  tx: Tx,
  { id, operating }: { id: number; operating: Operating },
): Promise<void> {
  const marked = await markAsBeingPaid(tx, { ids: [id], operating });
  const known = await tx
    .selectFrom("withdrawals as withdrawal")
    .leftJoin("operators as operator", "operator.id", "withdrawal.decided_by")
    .select(["withdrawal.member_id", "withdrawal.decided_at as at", "operator.name as by"])
    .select("withdrawal.is_cancelled as isCancelled")
    .where("withdrawal.id", "=", id)
    .executeTakeFirst();
  if (!known) throw new AppError("NOT_FOUND");
  if (!marked.has(id)) throw decidedAlready(known);
  const details = { withdrawal: id };
  await logAction(tx, {
    ...operating,
    action: "withdrawal/start-paying",
    memberId: known.member_id,
    details,
  });
}
