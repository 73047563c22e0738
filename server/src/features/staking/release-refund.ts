import { noFc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { fcToWire } from "@fc/contract/money";
import { decidedAlready } from "../../core/operators/decided.ts";
import { contactOf } from "../../core/members/members.ts";
import { logAction } from "../../core/operators/log.ts";
import { notify } from "../../core/notifications/notify.ts";
import { refunds } from "../../core/staking/held-refunds.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

/** Another operator than the one who approved the request has seen its payment: the coins can be withdrawn. */
export async function releaseRefund(
  tx: Tx,
  { requestId, publicUrl, operating }: { requestId: number; publicUrl: string; operating: Operating },
): Promise<void> {
  const { operatorId, now } = operating;
  const row = await refunds(tx)
    .where("stake.request_id", "=", requestId)
    .forUpdate("stake")
    .executeTakeFirst();
  if (!row) throw new AppError("NOT_FOUND");
  if (row.refund_released_at !== null) {
    throw decidedAlready({ by: row.releaser, at: row.refund_released_at });
  }
  if (row.approver_id === operatorId) throw new AppError("APPROVED_BY_YOU");
  await tx
    .updateTable("stakes")
    .set({ refund_released_by: operatorId, refund_released_at: now })
    .where("id", "=", row.id)
    .execute();
  const { member_id: memberId } = row;
  const amountFc = row.refund_held_fc ?? noFc;
  await logAction(tx, {
    ...operating,
    action: "staking-request/release",
    memberId,
    details: { request: requestId, amount: fcText(amountFc) },
  });
  await notify(tx, "coins-released", {
    memberId,
    about: String(requestId),
    data: { amount: fcToWire(amountFc) },
    mail: {
      kind: "coins-released",
      to: await contactOf(tx, memberId),
      now,
      values: { amountFc, publicUrl },
    },
    now,
  });
}
