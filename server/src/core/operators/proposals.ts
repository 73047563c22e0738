import { AppError } from "@fc/contract/errors";
import { operatorRights, type OperatorAccess } from "@fc/contract/operator-access";
import type { RequestStatus } from "@fc/contract/request-states";
import type { LogAction } from "@fc/contract/operators/console-log";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { operatorWith } from "../proposals/two-people.ts";
import { decidedAlready } from "./decided.ts";
import { logAction } from "./log.ts";

/** Tables of what one operator proposes about a member and another one decides. They share these columns. */
export type ProposalTable = "adjustments" | "corrections";

/** Who proposes them, and must still be able to when they are confirmed. */
const proposedBy = {
  adjustments: operatorRights.correctBalances,
  corrections: operatorRights.correctRecords,
} as const satisfies Record<ProposalTable, OperatorAccess>;

export interface ProposalRef {
  table: ProposalTable;
  id: number;
}

interface ProposalRow {
  member_id: number;
  status: RequestStatus;
  proposed_by: number;
  decided_by: number | null;
  decided_at: Date | null;
}

/** Locks an open proposal: of two operators who decide at once, the second finds it decided, by whom and when. */
export async function lockProposal(
  tx: Tx,
  { table, id }: ProposalRef,
): Promise<{ memberId: number; proposedBy: number }> {
  const { rows } = await sql<ProposalRow>`
    select member_id, status, proposed_by, decided_by, decided_at from ${sql.table(table)}
    where id = ${id} for update`.execute(tx);
  const row = rows[0];
  if (!row) throw new AppError("NOT_FOUND");
  if (row.status !== "P") {
    const decider = await tx
      .selectFrom("operators")
      .select("name")
      .where("id", "=", row.decided_by)
      .executeTakeFirst();
    throw decidedAlready({ by: decider?.name ?? null, at: row.decided_at });
  }
  return { memberId: row.member_id, proposedBy: row.proposed_by };
}

/** The same for who wants to confirm it: never the operator who proposed it, nor after that one has lost the right. */
export async function lockToConfirm(
  tx: Tx,
  { operating, ...ref }: ProposalRef & { operating: Operating },
): Promise<{ memberId: number }> {
  const { memberId, proposedBy: proposer } = await lockProposal(tx, ref);
  if (proposer === operating.operatorId) throw new AppError("OTHER_OPERATOR_NEEDED");
  if (!(await operatorWith(tx, proposer, proposedBy[ref.table]))) throw new AppError("PROPOSER_GONE");
  return { memberId };
}

interface Refusal extends ProposalRef {
  operating: Operating;
  reason: string;
  /** For the operators' log. */
  action: LogAction;
  details: Record<string, string | number>;
}

/** Refused by another operator, or taken back by the operator who proposed it. */
export async function refuseProposal(tx: Tx, refusal: Refusal): Promise<void> {
  const { table, id, operating, reason, action, details } = refusal;
  const { memberId } = await lockProposal(tx, { table, id });
  await sql`
    update ${sql.table(table)}
    set status = 'R', decided_by = ${operating.operatorId}, decided_at = ${operating.now}, refusal = ${reason}
    where id = ${id}`.execute(tx);
  await logAction(tx, { ...operating, action, memberId, details: { ...details, reason } });
}
