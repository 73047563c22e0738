import { fcToWire } from "@fc/contract/money";
import { momentsOf } from "@fc/contract/period";
import { normaliseRefId } from "@fc/contract/ref-id";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import type { TransferRow, transferReport } from "@fc/contract/transfer/portal";
import { sql } from "kysely";
import { businessSetting } from "../../core/business-settings/business-settings.ts";
import { memberAccount } from "../../core/ledger/accounts.ts";
import type { Db } from "../../platform/db.ts";

type Query = QueryOf<typeof transferReport>;

interface Owner {
  memberId: number;
  refId: string;
}

const sortColumns = {
  respondedAt: "posting.effective_at",
  toRefId: "receiver.ref_id",
  amount: "posting.amount",
} as const;

/** Rows at once of an export. */
const batch = 1000;

export async function transfersPage(db: Db, owner: Owner, query: Query) {
  const { page = 1, size = defaultPageSize } = query;
  const hidden = await hiddenReceivers(db);
  const [rows, { total }] = await Promise.all([
    transfers(db, owner, hidden, query)
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching(db, owner, hidden, query)
      .select((eb) => eb.fn.countAll<bigint>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map((row) => toTransfer(owner, row)), total: Number(total) };
}

/** All of them in the asked order, a batch at a time. */
export async function* allTransfers(db: Db, owner: Owner, query: Query): AsyncGenerator<TransferRow> {
  const hidden = await hiddenReceivers(db);
  for (let offset = 0; ; offset += batch) {
    const rows = await transfers(db, owner, hidden, query).limit(batch).offset(offset).execute();
    yield* rows.map((row) => toTransfer(owner, row));
    if (rows.length < batch) return;
  }
}

/** Internal accounts are not shown to members. */
async function hiddenReceivers(db: Db): Promise<string[]> {
  return (await businessSetting(db, "transfer")).hiddenReceiverRefIds.map(normaliseRefId);
}

function matching(db: Db, { memberId }: Owner, hidden: string[], query: Query) {
  const { from, to } = momentsOf(query);
  return (
    db
      .selectFrom("ledger_postings as posting")
      .innerJoin("ledger_entries as entry", "entry.id", "posting.entry_id")
      .innerJoin("members as receiver", (join) =>
        // An account's number has its owner's in it.
        join.on("receiver.id", "=", sql<number>`(posting.credit_id >> 4)::int`),
      )
      .where("posting.debit_id", "=", memberAccount(memberId, "transfer"))
      // As in the index: it leaves the house's accounts out.
      .where("posting.debit_id", ">", 16n)
      .where("entry.kind", "=", "transfer")
      .$if(hidden.length > 0, (rows) => rows.where("receiver.ref_id", "not in", hidden))
      .$if(from !== undefined, (rows) => rows.where("posting.effective_at", ">=", from!))
      .$if(to !== undefined, (rows) => rows.where("posting.effective_at", "<", to!))
  );
}

function transfers(db: Db, owner: Owner, hidden: string[], query: Query) {
  const { sort = "respondedAt", order = "desc" } = query;
  return matching(db, owner, hidden, query)
    .select(["posting.entry_id", "posting.amount", "posting.effective_at", "receiver.ref_id"])
    .orderBy(sortColumns[sort], order)
    .orderBy("posting.entry_id", order);
}

type Row = Awaited<ReturnType<ReturnType<typeof transfers>["execute"]>>[number];

function toTransfer({ refId }: Owner, row: Row): TransferRow {
  return {
    id: String(row.entry_id),
    fromRefId: refId,
    toRefId: row.ref_id,
    amount: fcToWire(row.amount),
    respondedAt: row.effective_at.toISOString(),
  };
}
