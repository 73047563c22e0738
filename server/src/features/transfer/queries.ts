import { asFc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import { fcToWire } from "@fc/contract/money";
import { momentsOf } from "@fc/contract/period";
import { referenceOf } from "@fc/contract/receipts/reference";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { QueryOf } from "@fc/contract/route";
import type { TransferRow, transferReport } from "@fc/contract/transfer/portal";
import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { accountSql, memberAccount } from "../../core/ledger/accounts.ts";
import type { ReadDb } from "../../platform/db.ts";
import { allRows, readPage } from "../../platform/paging.ts";

type TransferFilter = QueryOf<typeof transferReport>;

interface ReportOwner {
  memberId: number;
  refId: string;
}

const sortColumns = {
  respondedAt: "posting.effective_at",
  toRefId: "receiver.ref_id",
  amount: "posting.amount",
} as const;

export async function transfersPage(db: ReadDb, owner: ReportOwner, query: TransferFilter) {
  const hidden = await hiddenReceivers(db);
  return readPage(query, {
    rows: transfers(db, owner, hidden, query),
    matching: matching(db, owner, hidden, query),
    show: (row) => toTransfer(owner, row),
  });
}

export async function allTransfers(db: ReadDb, owner: ReportOwner, query: TransferFilter) {
  const hidden = await hiddenReceivers(db);
  return allRows(transfers(db, owner, hidden, query), (row) => toTransfer(owner, row));
}

/** Internal accounts are not shown to members. */
async function hiddenReceivers(db: ReadDb): Promise<string[]> {
  return (await businessSetting(db, "transfer")).hiddenReceiverRefIds.map(normaliseRefId);
}

function matching(db: ReadDb, { memberId }: ReportOwner, hidden: string[], query: TransferFilter) {
  const { from, to } = momentsOf(query);
  return (
    db
      .selectFrom("ledger_postings as posting")
      .innerJoin("ledger_entries as entry", "entry.id", "posting.entry_id")
      .innerJoin("members as receiver", (join) =>
        // An account's number has its owner's in it.
        join.on("receiver.id", "=", sql<number>`${sql.raw(accountSql.memberId("posting.credit_id"))}`),
      )
      .where("posting.debit_id", "=", memberAccount(memberId, "transfer"))
      // As in the index: it leaves the house's accounts out.
      .where("posting.debit_id", ">", 16n)
      .where("entry.kind", "=", "transfer")
      .$if(hidden.length > 0, (rows) => rows.where("receiver.ref_id", "not in", hidden))
      .$if(from !== undefined, (rows) => rows.where("posting.effective_at", ">=", sure(from)))
      .$if(to !== undefined, (rows) => rows.where("posting.effective_at", "<", sure(to)))
  );
}

function transfers(db: ReadDb, owner: ReportOwner, hidden: string[], query: TransferFilter) {
  const { sort = "respondedAt", order = "desc" } = query;
  return matching(db, owner, hidden, query)
    .select(["posting.entry_id", "posting.amount", "posting.effective_at", "receiver.ref_id"])
    .orderBy(sortColumns[sort], order)
    .orderBy("posting.entry_id", order);
}

type SentRow = Awaited<ReturnType<ReturnType<typeof transfers>["execute"]>>[number];

function toTransfer({ refId }: ReportOwner, row: SentRow): TransferRow {
  return {
    id: String(row.entry_id),
    reference: referenceOf("transfer", row.entry_id),
    fromRefId: refId,
    toRefId: row.ref_id,
    amount: fcToWire(asFc(row.amount)),
    respondedAt: row.effective_at.toISOString(),
  };
}
