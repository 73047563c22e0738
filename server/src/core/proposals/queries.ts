import type { ConsoleProposal } from "@fc/contract/proposals/console";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { heldRefunds } from "../staking/held-refunds.ts";
import { actOf, problemOf, type ProposalActs } from "./proposals.ts";

/** The newest decided ones; the operators' log has all of them. */
const shownDecided = 20;

export async function proposalsOf(db: Db, { acts, now }: { acts: ProposalActs; now: Date }) {
  const [open, decided, refunds, adjustments, corrections, funding] = await Promise.all([
    proposals(db).where("proposal.status", "=", "P").orderBy("proposal.id").execute(),
    proposals(db)
      .where("proposal.status", "!=", "P")
      .orderBy("proposal.decided_at", "desc")
      .orderBy("proposal.id", "desc")
      .limit(shownDecided)
      .execute(),
    heldRefunds(db),
    waitingIn(db, "adjustments"),
    waitingIn(db, "corrections"),
    waitingIn(db, "pool_fundings"),
  ]);
  const withProblem = async (row: ProposalRow) => {
    const problem = await problemOf(db, actOf(acts, row.kind), { proposal: row, now });
    return toProposal(row, problem?.message ?? null);
  };
  return {
    open: await Promise.all(open.map(withProblem)),
    decided: decided.map((row) => toProposal(row, null)),
    refunds,
    elsewhere: { adjustments, corrections, funding },
  };
}

async function waitingIn(db: Db, table: "adjustments" | "corrections" | "pool_fundings"): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as("count"))
    .where("status", "=", "P")
    .executeTakeFirstOrThrow();
  return count;
}

function proposals(db: Db) {
  return db
    .selectFrom("proposals as proposal")
    .innerJoin("operators as proposer", "proposer.id", "proposal.proposed_by")
    .leftJoin("operators as decider", "decider.id", "proposal.decided_by")
    .selectAll("proposal")
    .select(["proposer.name as proposer", "decider.name as decider"]);
}

type ProposalRow = Awaited<ReturnType<ReturnType<typeof proposals>["execute"]>>[number];

function toProposal(row: ProposalRow, problem: string | null): ConsoleProposal {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    title: row.title,
    lines: row.lines,
    reason: row.reason,
    status: row.status,
    isAlone: row.is_alone,
    proposedBy: { id: row.proposed_by, name: row.proposer },
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    problem,
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    refusal: row.refusal,
  };
}
