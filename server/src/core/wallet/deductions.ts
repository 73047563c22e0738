import { type Fc, noFc, minus, plus } from "@fc/contract/units";
import type { ReadDb, Tx } from "../../platform/db.ts";

export interface OpenDeduction {
  id: number;
  /** The part that is not collected yet. */
  restFc: Fc;
  reason: string;
  createdAt: Date;
}

/** What a member still owes, oldest first. */
export async function openDeductions(db: ReadDb, memberId: number): Promise<OpenDeduction[]> {
  const rows = await openOf(db, memberId).execute();
  return rows.map(toDeduction);
}

export function sumOf(open: readonly OpenDeduction[]): bigint {
  return open.reduce((sum, { restFc }) => sum + restFc, 0n);
}

/** The sum of a member's open deductions. */
export async function owedBy(db: ReadDb, memberId: number): Promise<bigint> {
  return sumOf(await openDeductions(db, memberId));
}

/** How much was collected of one deduction. */
export interface CollectedPart {
  deductionId: number;
  partFc: Fc;
}

/** Collects what a member owes from an amount of at most `mostFc`, oldest first. */
export async function collectDeductions(
  tx: Tx,
  { memberId, mostFc }: { memberId: number; mostFc: Fc },
): Promise<{ collectedFc: Fc; parts: CollectedPart[] }> {
  // Locked oldest first, so that two withdrawals accepted at the same time collect one after the other.
  const open = await openOf(tx, memberId).forUpdate().execute();
  let collectedFc = noFc;
  const parts: CollectedPart[] = [];
  for (const { id, restFc } of open.map(toDeduction)) {
    const left = minus(mostFc, collectedFc);
    const part = restFc < left ? restFc : left;
    if (part === 0n) break;
    await tx
      .updateTable("deductions")
      .set((eb) => ({ collected_fc: eb("collected_fc", "+", part) }))
      .where("id", "=", id)
      .execute();
    collectedFc = plus(collectedFc, part);
    parts.push({ deductionId: id, partFc: part });
  }
  return { collectedFc, parts };
}

function openOf(db: ReadDb, memberId: number) {
  return db
    .selectFrom("deductions")
    .select(["id", "amount_fc", "collected_fc", "reason", "created_at"])
    .where("member_id", "=", memberId)
    .whereRef("collected_fc", "<", "amount_fc")
    .where("cancelled_at", "is", null)
    .orderBy("created_at")
    .orderBy("id");
}

function toDeduction(row: {
  id: number;
  amount_fc: Fc;
  collected_fc: Fc;
  reason: string;
  created_at: Date;
}): OpenDeduction {
  const { id, amount_fc, collected_fc, reason, created_at } = row;
  return { id, restFc: minus(amount_fc, collected_fc), reason, createdAt: created_at };
}
