import type { Adjustment, Correction, Proposal } from "@fc/contract/members/console";
import { fcToWire } from "@fc/contract/money";
import { sql, type Selectable } from "kysely";
import type { ProposalTable } from "../../core/operators/proposals.ts";
import { numberIn } from "../../core/members/identity-numbers.ts";
import type { Db } from "../../platform/db.ts";
import type { Schema } from "../../platform/schema.ts";
import type { CorrectionChange } from "../../platform/schema/members.ts";
import type { SecretKey } from "../../platform/secrets.ts";

/** Those of a member, the newest first; or all that wait for a second operator, the oldest first. */
type Which = { memberId: number; limit: number } | "open";

/** More of them wait only if nobody has decided for a long time. */
const mostOpen = 100;

export async function adjustmentsOf(db: Db, which: Which): Promise<Adjustment[]> {
  const rows = await proposalsIn(db, "adjustments", ["wallet", "direction", "amount_fc"], which);
  return rows.map((row) => ({
    ...toProposal(row),
    wallet: row.wallet,
    direction: row.direction,
    amountFc: fcToWire(row.amount_fc),
  }));
}

export async function correctionsOf(db: Db, which: Which): Promise<Correction[]> {
  const rows = await proposalsIn(db, "corrections", ["change"], which);
  return rows.map((row) => ({ ...toProposal(row), change: shown(row.change) }));
}

/** The PAN itself is KYC data and is left out. */
function shown(change: CorrectionChange): Correction["change"] {
  return change.kind === "pan" ? { kind: "pan" } : change;
}

type ProposalRow = Pick<
  Selectable<Schema[ProposalTable]>,
  "id" | "reason" | "status" | "proposed_by" | "proposed_at" | "decided_at" | "refusal"
> & { ref_id: string; name: string; proposer: string; decider: string | null };

/** The columns that all proposals have, with the names of their people, and those that only this table has. */
async function proposalsIn<
  Table extends ProposalTable,
  Column extends keyof Selectable<Schema[Table]> & string,
>(db: Db, table: Table, ownColumns: readonly Column[], which: Which) {
  const { rows } = await sql<ProposalRow & Pick<Selectable<Schema[Table]>, Column>>`
    select ${sql.join(ownColumns.map((column) => sql.ref(`proposal.${column}`)))},
      proposal.id, member.ref_id, member.name, proposal.reason, proposal.status, proposal.proposed_by,
      proposer.name as proposer, proposal.proposed_at, decider.name as decider, proposal.decided_at,
      proposal.refusal
    from ${sql.table(table)} as proposal
    join members as member on member.id = proposal.member_id
    join operators as proposer on proposer.id = proposal.proposed_by
    left join operators as decider on decider.id = proposal.decided_by
    ${
      which === "open"
        ? sql`where proposal.status = 'P' order by proposal.id limit ${mostOpen}`
        : sql`where proposal.member_id = ${which.memberId} order by proposal.id desc limit ${which.limit}`
    }`.execute(db);
  return rows;
}

function toProposal(row: ProposalRow): Proposal {
  return {
    id: row.id,
    member: { refId: row.ref_id, name: row.name },
    reason: row.reason,
    status: row.status,
    proposedBy: { id: row.proposed_by, name: row.proposer },
    proposedAt: row.proposed_at.toISOString(),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    refusal: row.refusal,
  };
}

/** What a second operator compares with the picture before confirming it. */
export async function openPanCorrection(
  db: Db,
  { memberId, secretKey }: { memberId: number; secretKey: SecretKey },
): Promise<{ nameInPan: string; panNumber: string } | undefined> {
  const open = await db
    .selectFrom("corrections")
    .select(["id", "change"])
    .where("member_id", "=", memberId)
    .where(sql`change ->> 'kind'`, "=", "pan")
    .where("status", "=", "P")
    .executeTakeFirst();
  if (open?.change.kind !== "pan") return undefined;
  const panNumber = await proposedNumber(db, { id: open.id, memberId, secretKey });
  return { nameInPan: open.change.nameInPan, panNumber };
}

/** The number of a corrected PAN. One of an earlier release is in the change until it is encrypted. */
export async function proposedNumber(
  db: Db,
  { id, memberId, secretKey }: { id: number; memberId: number; secretKey: SecretKey },
): Promise<string> {
  const row = await db
    .selectFrom("corrections")
    .select(["encrypted_number as encrypted", sql<string | null>`change ->> 'panNumber'`.as("clear")])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numberIn(secretKey, { kind: "pan-correction", memberId }, row);
}
