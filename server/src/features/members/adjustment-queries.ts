import type { Adjustment } from "@fc/contract/members/console";
import { fcToWire } from "@fc/contract/money";
import type { Db } from "../../platform/db.ts";

/** More of them wait only if nobody has decided for a long time. */
const mostOpen = 100;

export async function adjustmentsOf(
  db: Db,
  { memberId, limit }: { memberId: number; limit: number },
): Promise<Adjustment[]> {
  const rows = await adjustments(db)
    .where("adjustment.member_id", "=", memberId)
    .orderBy("adjustment.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(toAdjustment);
}

/** What waits for a second operator, the oldest first. */
export async function openAdjustments(db: Db): Promise<Adjustment[]> {
  const rows = await adjustments(db)
    .where("adjustment.status", "=", "P")
    .orderBy("adjustment.id")
    .limit(mostOpen)
    .execute();
  return rows.map(toAdjustment);
}

function adjustments(db: Db) {
  return db
    .selectFrom("adjustments as adjustment")
    .innerJoin("members as member", "member.id", "adjustment.member_id")
    .innerJoin("operators as proposer", "proposer.id", "adjustment.proposed_by")
    .leftJoin("operators as decider", "decider.id", "adjustment.decided_by")
    .select(["adjustment.id", "member.ref_id", "member.name", "wallet", "direction", "amount_fc", "reason"])
    .select(["adjustment.status", "proposed_by", "proposer.name as proposer", "proposed_at"])
    .select(["decider.name as decider", "decided_at", "refusal"]);
}

type AdjustmentRow = Awaited<ReturnType<ReturnType<typeof adjustments>["execute"]>>[number];

function toAdjustment(row: AdjustmentRow): Adjustment {
  return {
    id: row.id,
    member: { refId: row.ref_id, name: row.name },
    wallet: row.wallet,
    direction: row.direction,
    amountFc: fcToWire(row.amount_fc),
    reason: row.reason,
    status: row.status,
    proposedBy: { id: row.proposed_by, name: row.proposer },
    proposedAt: row.proposed_at.toISOString(),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    refusal: row.refusal,
  };
}
