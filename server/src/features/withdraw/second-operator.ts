import { AppError } from "@fc/contract/errors";
import { fcUnitsPerCoin } from "@fc/contract/money";
import { withdrawTypesWhere } from "@fc/contract/withdraw/kinds";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

/** The first of two operators. A second confirmation, also by somebody else, changes nothing. */
export async function confirmWithdrawal(
  tx: Tx,
  { id, operating }: { id: number; operating: Operating },
): Promise<void> {
  const { operatorId, now } = operating;
  const confirmed = await tx
    .updateTable("withdrawals")
    .set({ confirmed_by: operatorId, confirmed_at: now })
    .where("id", "=", id)
    .where("currency_type", "in", withdrawTypesWhere("isDecidedByOperator", true))
    .where("status", "=", "P")
    .where("confirmed_by", "is", null)
    .returning("member_id")
    .executeTakeFirst();
  if (!confirmed) throw await whyNot(tx, id);
  await logAction(tx, {
    ...operating,
    action: "withdrawal/confirm",
    memberId: confirmed.member_id,
    details: { withdrawal: id },
  });
}

async function whyNot(tx: Tx, id: number): Promise<AppError> {
  const known = await tx
    .selectFrom("withdrawals as withdrawal")
    .leftJoin("operators as decider", "decider.id", "withdrawal.decided_by")
    .leftJoin("operators as confirmer", "confirmer.id", "withdrawal.confirmed_by")
    .select(["withdrawal.decided_at", "withdrawal.confirmed_at", "withdrawal.is_cancelled"])
    .select(["decider.name as decider", "confirmer.name as confirmer"])
    .where("withdrawal.id", "=", id)
    .executeTakeFirst();
  if (!known) return new AppError("NOT_FOUND");
  return decidedAlready({
    by: known.decider ?? known.confirmer,
    at: known.decided_at ?? known.confirmed_at,
    isCancelled: known.is_cancelled,
  });
}

/** A large withdrawal must be accepted by another operator than the one who confirmed it. */
export async function checkSecondOperator(
  tx: Tx,
  { id, operatorId }: { id: number; operatorId: number },
): Promise<void> {
  const large = await largeWithdrawal(tx, id);
  if (large && (large.confirmed_by === null || large.confirmed_by === operatorId)) {
    throw new AppError("SECOND_OPERATOR_NEEDED");
  }
}

/** A large withdrawal must be confirmed before anybody takes its address to pay it. */
export async function checkConfirmed(tx: Tx, id: number): Promise<void> {
  if ((await largeWithdrawal(tx, id))?.confirmed_by === null) throw new AppError("SECOND_OPERATOR_NEEDED");
}

/** A pending withdrawal that needs two operators; undefined for any other. */
async function largeWithdrawal(tx: Tx, id: number) {
  const { twoOperatorsFromFc } = await businessSetting(tx, "withdrawal");
  // One that is decided already, or none at all, is not found: the decision itself says so.
  return tx
    .selectFrom("withdrawals")
    .select("confirmed_by")
    .where("id", "=", id)
    .where("status", "=", "P")
    .where("amount_fc", ">=", BigInt(twoOperatorsFromFc) * fcUnitsPerCoin)
    .executeTakeFirst();
}
