import { AppError } from "@fc/contract/errors";
import type { LogAction } from "@fc/contract/operators/console-log";
import { withIdempotency } from "../../core/ledger/idempotency.ts";
import { memberByRefId } from "../../core/members/members.ts";
import { logAction } from "../../core/operators/log.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import type { CorrectionChange } from "../../platform/schema/members.ts";

export interface ProposalBase {
  operating: Operating;
  refId: string;
  /** As the member reads it. */
  reason: string;
  idempotencyKey: string;
}

/** What was erased of a closed account does not come back by a correction. */
export async function openMember(tx: Tx, refId: string) {
  const member = await memberByRefId(tx, refId);
  if (member.status === "closed") throw new AppError("MEMBER_CLOSED");
  return member;
}

interface NewCorrection extends ProposalBase {
  memberId: number;
  change: CorrectionChange;
  /** The number of a corrected PAN. */
  encrypted?: Buffer;
  /** What the key is used for. */
  request: Record<string, string | string[]>;
}

/** Nothing changes and the member is not notified yet: another operator has to confirm it first. */
export async function propose(
  tx: Tx,
  input: NewCorrection,
  check: () => Promise<{ action: LogAction; details: Record<string, string> }>,
): Promise<{ id: number }> {
  const { operating, memberId, change, encrypted, request, reason, idempotencyKey: key } = input;
  const { operatorId, now } = operating;
  const claim = { memberId, key, request: { correction: { operatorId, reason, ...request } }, now };
  return withIdempotency(tx, claim, async () => {
    const { action, details } = await check();
    const made = await tx
      .insertInto("corrections")
      .values({
        member_id: memberId,
        change: JSON.stringify(change),
        encrypted_number: encrypted ?? null,
        reason,
        proposed_by: operatorId,
        proposed_at: now,
      })
      // On the open correction of this member and kind.
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) throw new AppError("CORRECTION_WAITS");
    await logAction(tx, {
      ...operating,
      action,
      memberId,
      details: { correction: made.id, ...details, reason },
    });
    return { id: made.id };
  });
}

/** A correction that a second operator confirms. */
export interface Confirmation {
  operating: Operating;
  id: number;
  memberId: number;
  reason: string;
  proposedAt: Date;
}
