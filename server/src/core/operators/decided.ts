import { AppError } from "@fc/contract/errors";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

/** What operators read as the reason of a request that its member took back. */
export const cancelledByMember = "Cancelled by the member";

interface EarlierDecision {
  by: string | null;
  at: Date | null;
  /** Whether the member took it back. */
  isCancelled?: boolean;
}

/** For the second of two who decide the same: says who was first, and when. */
export function decidedAlready({ by, at, isCancelled = false }: EarlierDecision): AppError {
  const fields = { ...(by === null ? {} : { by }), ...(at === null ? {} : { at: at.toISOString() }) };
  return new AppError(isCancelled ? "CANCELLED_BY_MEMBER" : "DECIDED_ALREADY", { fields });
}

/** Why the first of two operators cannot confirm a request: it was decided, confirmed or taken back, or is none at all. */
export async function whyNotConfirmed(
  tx: Tx,
  table: "staking_requests" | "withdrawals",
  id: number,
): Promise<AppError> {
  const { rows } = await sql<{ by: string | null; at: Date | null; isCancelled: boolean }>`
    select coalesce(decider.name, confirmer.name) as by, coalesce(decided_at, confirmed_at) as at,
      is_cancelled as "isCancelled"
    from ${sql.table(table)} request left join operators decider on decider.id = decided_by
      left join operators confirmer on confirmer.id = confirmed_by
    where request.id = ${id}`.execute(tx);
  return rows[0] ? decidedAlready(rows[0]) : new AppError("NOT_FOUND");
}
