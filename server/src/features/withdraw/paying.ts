import { AppError } from "@fc/contract/errors";
import { withdrawDestination, withdrawTypesWhere } from "@fc/contract/withdraw/kinds";
import { decidedAlready } from "../../core/operators/decided.ts";
import { logAction } from "../../core/operators/log.ts";
import { standingConfirmer } from "../../core/operators/second-person.ts";
import { exceedsUnprovenAllowance } from "../../core/wallet/address-proof.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { checkSecondOperator, lockPaymentsOf } from "./second-operator.ts";

/**
 * Coins leave outside the platform before an operator enters the transaction here. Two operators who paid the same
 * withdrawal, or a member who took it back in between, would cost the coins twice. So an operator who takes an address to pay
 * it marks the withdrawal first, and the mark has one owner.
 */

interface MarkedPayment {
  id: number;
  operating: Operating;
}

/** Marks those that are pending and that nobody else is paying, and returns them. */
export async function markAsBeingPaid(
  tx: Tx,
  { ids, operating: { operatorId, now } }: { ids: readonly number[]; operating: Operating },
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const marked = await tx
    .updateTable("withdrawals")
    .set((eb) => ({
      paying_since: eb.fn.coalesce("paying_since", eb.val(now)),
      paying_by: operatorId,
    }))
    .where("id", "in", ids)
    .where("currency_type", "in", withdrawTypesWhere("isDecidedByOperator", true))
    .where("status", "=", "P")
    .where("is_handed_over", "=", false)
    .where((eb) => eb.or([eb("paying_by", "is", null), eb("paying_by", "=", operatorId)]))
    .returning("id")
    .execute();
  return new Set(marked.map(({ id }) => id));
}

/** Marks one and returns where its coins go. `from` takes it over from whom the operator's page shows as paying it. */
export async function startPaying(
  tx: Tx,
  { id, from, operating }: MarkedPayment & { from: number | null },
): Promise<{ address: string }> {
  const { operatorId, now } = operating;
  await lockPaymentsOf(tx, operatorId);
  const withdrawal = await lockForPerson(tx, id);
  const { paying_by: payer, member_id: memberId } = withdrawal;
  if (payer !== from) await checkPayer(tx, withdrawal, operatorId);
  await checkActive(tx, memberId);
  await checkSecondOperator(tx, { id, operating });
  if (await exceedsUnprovenAllowance(tx, { id, memberId })) throw new AppError("PAYOUT_PROOF_NEEDED");
  if (payer !== operatorId) {
    await tx
      .updateTable("withdrawals")
      .set({ paying_since: now, paying_by: operatorId })
      .where("id", "=", id)
      .execute();
  }
  const isTakenOver = payer !== null && payer !== operatorId;
  await logAction(tx, {
    ...operating,
    action: isTakenOver ? "withdrawal/take-over" : "withdrawal/start-paying",
    memberId,
    details: { withdrawal: id, ...(isTakenOver && { from: await nameOf(tx, payer) }) },
  });
  return { address: withdrawDestination(withdrawal.currency_type, withdrawal.address) };
}

/** The operator has not paid it after all: its member can take it back again. A second time changes nothing. */
export async function stopPaying(tx: Tx, { id, operating }: MarkedPayment): Promise<void> {
  const withdrawal = await lockForPerson(tx, id);
  await checkPayer(tx, withdrawal, operating.operatorId);
  if (withdrawal.paying_by === null) return;
  await tx
    .updateTable("withdrawals")
    .set({ paying_since: null, paying_by: null })
    .where("id", "=", id)
    .execute();
  await logAction(tx, {
    ...operating,
    action: "withdrawal/stop-paying",
    memberId: withdrawal.member_id,
    details: { withdrawal: id },
  });
}

/** What somebody else is paying just now cannot be rejected, or it would be paid and returned. */
export async function checkNobodyElsePays(tx: Tx, { id, operating }: MarkedPayment): Promise<void> {
  await checkPayer(tx, await lockForPerson(tx, id), operating.operatorId);
}

/** Nothing is sent while somebody else may have requested it. What was marked before may be sent already. */
export async function checkActive(tx: Tx, memberId: number): Promise<void> {
  const { status } = await tx
    .selectFrom("members")
    .select("status")
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  // Support may block an account after its member has frozen it: then it is no safer to pay.
  if (status !== "active") throw new AppError("MEMBER_NOT_ACTIVE");
}

type Pending = Awaited<ReturnType<typeof lockPending>>;

/** What the hot wallet pays, no person pays, leaves or rejects. */
async function lockForPerson(tx: Tx, id: number): Promise<Pending> {
  const withdrawal = await lockPending(tx, id);
  if (withdrawal.is_handed_over) throw new AppError("HANDED_OVER");
  return withdrawal;
}

/** The lock keeps everybody who cancels, decides or takes the same one waiting until the mark is written. */
export async function lockPending(tx: Tx, id: number) {
  const found = await tx
    .selectFrom("withdrawals")
    .select(["member_id", "currency_type", "address", "paying_by", "paying_since", "is_handed_over"])
    .select(["amount_fc", "fee_fc", "tax_fc"])
    .select(standingConfirmer("withdrawals.confirmed_by").as("confirmed_by"))
    .select(["status", "decided_by", "decided_at as at", "is_cancelled as isCancelled"])
    .where("id", "=", id)
    .where("currency_type", "in", withdrawTypesWhere("isDecidedByOperator", true))
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  if (found.status !== "P") throw decidedAlready({ ...found, by: await nameOf(tx, found.decided_by) });
  return found;
}

/** Refuses what another operator is paying, and says who and since when. */
async function checkPayer(
  tx: Tx,
  { paying_by: payer, paying_since: since }: Pending,
  operatorId: number,
): Promise<void> {
  if (payer === null || since === null || payer === operatorId) return;
  const by = await nameOf(tx, payer);
  throw new AppError("PAID_BY_ANOTHER", { fields: { ...(by !== null && { by }), at: since.toISOString() } });
}

async function nameOf(tx: Tx, operatorId: number | null): Promise<string | null> {
  if (operatorId === null) return null;
  const operator = await tx
    .selectFrom("operators")
    .select("name")
    .where("id", "=", operatorId)
    .executeTakeFirst();
  return operator?.name ?? null;
}
