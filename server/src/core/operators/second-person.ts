import type { Confirmation } from "@fc/contract/console-request-states";
import { operatorRights } from "@fc/contract/operator-access";
import type { RequestStatus } from "@fc/contract/request-states";
import { sql, type RawBuilder } from "kysely";
import { after, day } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";

/** The rule that large withdrawals and large staking requests share: one operator confirms, another one decides. */

/**
 * The operator in a column `confirmed_by`, while the account is active and may still decide requests; null otherwise. A
 * confirmation of somebody who was disabled, perhaps because the account was stolen, must not let money out.
 */
export function standingConfirmer(confirmedBy: string): RawBuilder<number | null> {
  return sql<number | null>`(
    select operators.id from operators
    where operators.id = ${sql.ref(confirmedBy)} and operators.status = 'active'
      and operators.role in (${sql.join(operatorRights.decideRequests.operators)}))`;
}

/** `confirmed_by` is the standing confirmer. */
export function isConfirmedByAnother(
  { confirmed_by }: { confirmed_by: number | null },
  operatorId: number,
): boolean {
  return confirmed_by !== null && confirmed_by !== operatorId;
}

interface ConfirmedRow {
  status: RequestStatus;
  /** The standing confirmer. */
  confirmed_by: number | null;
  confirmed_at: Date | null;
  /** Who is named as the confirmer, whatever became of the account. */
  confirmer_id: number | null;
  confirmer: string | null;
}

/** Who confirmed it, for the operators. What was decided keeps its confirmer. */
export function confirmationIn(row: ConfirmedRow): Confirmation {
  const { status, confirmed_by, confirmed_at, confirmer_id: id, confirmer: name } = row;
  if (id === null || name === null || confirmed_at === null) return { confirmedBy: null };
  if (status === "P" && confirmed_by === null) return { confirmedBy: null, lapsedConfirmer: name };
  return { confirmedBy: { id, name, at: confirmed_at.toISOString() } };
}

/**
 * What one operator does alone within twenty-four hours counts together, so that a large amount cannot be split into small ones. The
 * lock makes requests of the same operator wait for each other. Take it before any row's lock.
 */
export async function lockActsAlone(
  tx: Tx,
  { kind, operatorId }: { kind: "payments" | "stakes"; operatorId: number },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${operatorId}`}, 0))`.execute(tx);
}

/**
 * From when on an operator's acts are counted together: twenty-four hours, and no day of the calendar, or midnight would
 * let twice as much through.
 */
export function countedSince(now: Date): Date {
  return after(now, -day);
}
