import type { BankColumns } from "@fc/contract/bank-statements/console";
import { AppError } from "@fc/contract/errors";
import { logAction } from "../../core/operators/log.ts";
import type { Tx } from "../../platform/db.ts";
import type { Operating } from "../../platform/operator-sessions.ts";

interface NewAccount {
  name: string;
  columns: BankColumns;
  operating: Operating;
}

export async function addAccount(tx: Tx, { name, columns, operating }: NewAccount): Promise<{ id: number }> {
  const added = await tx
    .insertInto("bank_accounts")
    .values({
      name,
      columns: JSON.stringify(columns),
      added_by: operating.operatorId,
      added_at: operating.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) throw new AppError("BANK_ACCOUNT_KNOWN");
  await logAction(tx, { ...operating, action: "bank-account/add", details: { account: name } });
  return added;
}

interface ChangedColumns {
  id: number;
  columns: BankColumns;
  operating: Operating;
}

/** It counts for the statements that follow. Lines that were imported before stay as they were read. */
export async function changeColumns(tx: Tx, { id, columns, operating }: ChangedColumns): Promise<void> {
  const changed = await tx
    .updateTable("bank_accounts")
    .set({ columns: JSON.stringify(columns) })
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  if (!changed) throw new AppError("NOT_FOUND");
  await logAction(tx, { ...operating, action: "bank-account/change", details: { account: changed.name } });
}
