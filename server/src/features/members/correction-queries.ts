import type { Correction } from "@fc/contract/members/console";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { CorrectionChange } from "../../platform/schema/members.ts";

/** More of them wait only if nobody has decided for a long time. */
const mostOpen = 100;

export async function correctionsOf(
  db: Db,
  { memberId, limit }: { memberId: number; limit: number },
): Promise<Correction[]> {
  const rows = await corrections(db)
    .where("correction.member_id", "=", memberId)
    .orderBy("correction.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(toCorrection);
}

/** What waits for a second operator, the oldest first. */
export async function openCorrections(db: Db): Promise<Correction[]> {
  const rows = await corrections(db)
    .where("correction.status", "=", "P")
    .orderBy("correction.id")
    .limit(mostOpen)
    .execute();
  return rows.map(toCorrection);
}

/** What a second operator compares with the picture before confirming it. */
export async function openPanCorrection(
  db: Db,
  memberId: number,
): Promise<{ nameInPan: string; panNumber: string } | undefined> {
  const open = await db
    .selectFrom("corrections")
    .select("change")
    .where("member_id", "=", memberId)
    .where(sql`change ->> 'kind'`, "=", "pan")
    .where("status", "=", "P")
    .executeTakeFirst();
  if (open?.change.kind !== "pan") return undefined;
  const { nameInPan, panNumber } = open.change;
  return { nameInPan, panNumber };
}

function corrections(db: Db) {
  return db
    .selectFrom("corrections as correction")
    .innerJoin("members as member", "member.id", "correction.member_id")
    .innerJoin("operators as proposer", "proposer.id", "correction.proposed_by")
    .leftJoin("operators as decider", "decider.id", "correction.decided_by")
    .select(["correction.id", "member.ref_id", "member.name", "change", "reason"])
    .select(["correction.status", "proposed_by", "proposer.name as proposer", "proposed_at"])
    .select(["decider.name as decider", "decided_at", "refusal"]);
}

type CorrectionRow = Awaited<ReturnType<ReturnType<typeof corrections>["execute"]>>[number];

function toCorrection(row: CorrectionRow): Correction {
  return {
    id: row.id,
    member: { refId: row.ref_id, name: row.name },
    change: shown(row.change),
    reason: row.reason,
    status: row.status,
    proposedBy: { id: row.proposed_by, name: row.proposer },
    proposedAt: row.proposed_at.toISOString(),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    refusal: row.refusal,
  };
}

/** The PAN itself is KYC data and is left out. */
function shown(change: CorrectionChange): Correction["change"] {
  return change.kind === "pan" ? { kind: "pan" } : change;
}
