import type { Tx } from "../../platform/db.ts";

/** Who acts, from where and when. */
export interface Operating {
  operatorId: number;
  ip: string;
  now: Date;
}

interface OperatorAction extends Operating {
  /** What was done, as `subject/verb`: 'withdrawal/accept'. The console makes words of it. */
  action: string;
  /** Whom it concerns. */
  memberId?: number;
  details?: Record<string, string | number | boolean | null>;
}

/** In the transaction of what it tells: an action without its line, or a line without its action, cannot be. */
export async function logAction(tx: Tx, action: OperatorAction): Promise<void> {
  await tx
    .insertInto("operator_log")
    .values({
      operator_id: action.operatorId,
      action: action.action,
      member_id: action.memberId ?? null,
      details: JSON.stringify(action.details ?? {}),
      ip: action.ip,
      at: action.now,
    })
    .execute();
}
