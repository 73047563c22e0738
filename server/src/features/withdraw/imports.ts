import { referenceOf } from "@fc/contract/receipts/reference";
import type { ImportedLine, PaymentImport } from "@fc/contract/withdraw/console";
import { atomically, type Db, type Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";
import { accept, problemOf, refusalOf, type PaymentFile } from "./payments.ts";

interface ImportedFile extends PaymentFile {
  file?: string | undefined;
  leftOut?: number | undefined;
}

/**
 * Each line of a file by itself: one that is wrong does not keep the others from being marked as paid. The import is
 * noted before its first line, so that one that stops in the middle can be seen.
 */
export async function importPayments(db: Db, { payments, operating, file = "", leftOut = 0 }: ImportedFile) {
  const id = await atomically(db, beginImport, { file, leftOut, operating });
  const results: { id: number; problem: string | null }[] = [];
  const lines: ImportedLine[] = [];
  for (const payment of payments) {
    const refused = await refusalOf(atomically(db, accept, { ...payment, operating }));
    const problem = refused ? await problemOf(db, payment, refused) : null;
    results.push({ id: payment.id, problem });
    const { net, transactionId } = payment;
    lines.push({ reference: referenceOf("withdrawal", payment.id), net, transactionId, problem });
  }
  await atomically(db, endImport, { id, lines, operating });
  return results;
}

async function beginImport(
  tx: Tx,
  { file, leftOut, operating }: { file: string; leftOut: number; operating: Operating },
): Promise<number> {
  const { id } = await tx
    .insertInto("payment_imports")
    .values({
      operator_id: operating.operatorId,
      at: operating.now,
      file,
      left_out: leftOut,
      lines: JSON.stringify([]),
      finished_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function endImport(
  tx: Tx,
  { id, lines, operating }: { id: number; lines: readonly ImportedLine[]; operating: Operating },
): Promise<void> {
  await tx
    .updateTable("payment_imports")
    .set({ lines: JSON.stringify(lines), finished_at: operating.now })
    .where("id", "=", id)
    .execute();
}

/** So many imports are shown. */
const shownImports = 20;

export async function newestImports(db: Db): Promise<PaymentImport[]> {
  const rows = await db
    .selectFrom("payment_imports as imported")
    .innerJoin("operators as operator", "operator.id", "imported.operator_id")
    .select(["imported.id", "imported.at", "imported.file", "imported.left_out", "imported.lines"])
    .select(["imported.finished_at", "operator.name as by"])
    .orderBy("imported.id", "desc")
    .limit(shownImports)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.by,
    file: row.file,
    leftOut: row.left_out,
    finishedAt: row.finished_at?.toISOString() ?? null,
    lines: row.lines,
  }));
}
