import { type Fc, minus } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { withIdempotency } from "../../core/ledger/idempotency.ts";
import { sendMail } from "../../core/mails/mails.ts";
import { contactOf } from "../../core/members/members.ts";
import { decidedAlready } from "../../core/operators/decided.ts";
import { noteMemberAct } from "../../core/operators/member-acts.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { memberByRefId } from "../../core/members/members.ts";

interface SetInput {
  operating: Operating;
  refId: string;
  amountFc: Fc;
  reason: string;
  idempotencyKey: string;
}

/** Sets what the member owes. No coin moves: the next accepted withdrawal collects it, as a line of its own. */
export async function setDeduction(tx: Tx, input: SetInput): Promise<{ id: number }> {
  const { operating, refId, amountFc, reason, idempotencyKey: key } = input;
  const member = await memberByRefId(tx, refId);
  const { operatorId, now } = operating;
  const request = { deduction: { operatorId, amountFc: String(amountFc), reason } };
  return withIdempotency(tx, { memberId: member.id, key, request, now }, async () => {
    const { id } = await tx
      .insertInto("deductions")
      .values({ member_id: member.id, amount_fc: amountFc, reason, created_at: now, set_by: operatorId })
      .returning("id")
      .executeTakeFirstOrThrow();
    await sendMail(tx, { kind: "deduction-set", to: member, now, values: { amountFc, reason } });
    await noteMemberAct(tx, {
      operating,
      memberId: member.id,
      action: "member/set-deduction",
      details: { deduction: id, amount: fcText(amountFc), reason },
      kind: "deduction-set",
      detail: `${fcText(amountFc)}: ${reason}`,
    });
    return { id };
  });
}

interface CancelInput {
  operating: Operating;
  id: number;
  reason: string;
}

/** Cancels what is not collected yet. What is collected stays so: giving it back is an adjustment. */
export async function cancelDeduction(tx: Tx, { operating, id, reason }: CancelInput): Promise<void> {
  const { operatorId, now } = operating;
  // The lock waits for a withdrawal that is collecting the deduction, and then reads how much is left.
  const cancelled = await tx
    .updateTable("deductions")
    .set({ cancelled_at: now, cancelled_by: operatorId, cancel_reason: reason })
    .where("id", "=", id)
    .where("cancelled_at", "is", null)
    .whereRef("collected_fc", "<", "amount_fc")
    .returning(["member_id", "amount_fc", "collected_fc"])
    .executeTakeFirst();
  if (!cancelled) throw await whyNot(tx, id);
  const amountFc = minus(cancelled.amount_fc, cancelled.collected_fc);
  const member = await contactOf(tx, cancelled.member_id);
  await sendMail(tx, { kind: "deduction-cancelled", to: member, now, values: { amountFc, reason } });
  await noteMemberAct(tx, {
    operating,
    memberId: cancelled.member_id,
    action: "member/cancel-deduction",
    details: { deduction: id, amount: fcText(amountFc), reason },
    kind: "deduction-cancelled",
    detail: `${fcText(amountFc)}: ${reason}`,
  });
}

async function whyNot(tx: Tx, id: number): Promise<AppError> {
  const deduction = await tx
    .selectFrom("deductions")
    .leftJoin("operators", "operators.id", "deductions.cancelled_by")
    .select(["cancelled_at as at", "operators.name as by"])
    .where("deductions.id", "=", id)
    .executeTakeFirst();
  // It is not cancelled either, so an accepted withdrawal has collected it since.
  return deduction ? decidedAlready(deduction) : new AppError("NOT_FOUND");
}
