import type { Fc } from "@fc/contract/units";
import { fcText } from "@fc/contract/amount-text";
import { AppError } from "@fc/contract/errors";
import { walletKinds, type Wallet } from "@fc/contract/wallet/kinds";
import { withIdempotency } from "../../core/ledger/idempotency.ts";
import { post } from "../../core/ledger/post.ts";
import { adjustment } from "../../core/ledger/posting.ts";
import { balancesOf } from "../../core/ledger/statement.ts";
import { sendMail } from "../../core/mails/mails.ts";
import { contactOf } from "../../core/members/members.ts";
import { logAction } from "../../core/operators/log.ts";
import { noteMemberAct } from "../../core/operators/member-acts.ts";
import { lockToConfirm, refuseProposal } from "../../core/operators/proposals.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { memberByRefId } from "../../core/members/members.ts";

const table = "adjustments";

interface Proposal {
  operating: Operating;
  refId: string;
  wallet: Wallet;
  direction: "credit" | "debit";
  amountFc: Fc;
  reason: string;
  idempotencyKey: string;
}

/** No coin moves and the member is not notified yet: another operator has to confirm it first. */
export async function proposeAdjustment(tx: Tx, input: Proposal): Promise<{ id: number }> {
  const { operating, refId, wallet, direction, amountFc, reason, idempotencyKey: key } = input;
  const { operatorId, now } = operating;
  const { id: memberId } = await memberByRefId(tx, refId);
  const proposal = { operatorId, wallet, direction, amountFc: String(amountFc), reason };
  return withIdempotency(tx, { memberId, key, request: { adjustment: proposal }, now }, async () => {
    // This only spares the second operator a proposal that cannot be posted; the posting checks the balance again.
    if (direction === "debit" && (await balancesOf(tx, memberId))[wallet] < amountFc) {
      throw new AppError("WALLET_TOO_LOW");
    }
    const { id } = await tx
      .insertInto("adjustments")
      .values({
        member_id: memberId,
        wallet,
        direction,
        amount_fc: amountFc,
        reason,
        proposed_by: operatorId,
        proposed_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const details = { adjustment: id, wallet, direction, amount: fcText(amountFc), reason };
    await logAction(tx, { ...operating, action: "member/propose-adjustment", memberId, details });
    return { id };
  });
}

interface Decision {
  operating: Operating;
  id: number;
}

/** Posts the adjustment. The row is locked first: of two operators who decide at once, the second finds it decided. */
export async function confirmAdjustment(tx: Tx, { operating, id }: Decision): Promise<void> {
  const { operatorId, now } = operating;
  const { memberId } = await lockToConfirm(tx, { table, id, operating });
  const {
    wallet,
    direction,
    amount_fc: amountFc,
    reason,
  } = await tx
    .selectFrom("adjustments")
    .select(["wallet", "direction", "amount_fc", "reason"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const entryId = await postAdjustment(tx, {
    key: `adjustment/${id}`,
    effectiveAt: now,
    memberId,
    account: wallet,
    direction,
    amountFc,
    reason,
  });
  await tx
    .updateTable("adjustments")
    .set({ status: "A", decided_by: operatorId, decided_at: now, entry_id: entryId })
    .where("id", "=", id)
    .execute();
  const member = await contactOf(tx, memberId);
  const values = { wallet, direction, amountFc, reason };
  await sendMail(tx, { kind: "wallet-adjusted", to: member, now, values });
  const signed = `${direction === "credit" ? "+" : "−"}${fcText(amountFc)}`;
  await noteMemberAct(tx, {
    operating,
    memberId,
    action: "member/confirm-adjustment",
    details: { adjustment: id, wallet, amount: signed, reason },
    kind: "adjustment",
    detail: `${walletKinds[wallet].label} ${signed}: ${reason}`,
  });
}

async function postAdjustment(tx: Tx, input: Parameters<typeof adjustment>[0]): Promise<bigint> {
  try {
    return await post(tx, adjustment(input));
  } catch (error) {
    // The portal's message is for the member and would not say to an operator what is wrong.
    if (error instanceof AppError && error.code === "INSUFFICIENT_BALANCE") {
      throw new AppError("WALLET_TOO_LOW");
    }
    throw error;
  }
}

/** Refused by another operator, or taken back by the operator who proposed it. */
export async function refuseAdjustment(
  tx: Tx,
  { operating, id, reason }: Decision & { reason: string },
): Promise<void> {
  const action = "member/refuse-adjustment";
  await refuseProposal(tx, { table, id, operating, reason, action, details: { adjustment: id } });
}
