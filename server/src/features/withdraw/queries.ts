import { fcToWire } from "@fc/contract/money";
import { momentsOf } from "@fc/contract/period";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import { withdrawKinds } from "@fc/contract/withdraw/kinds";
import {
  netOf,
  type WithdrawRequest,
  type withdrawReportCsv,
  type WithdrawState,
} from "@fc/contract/withdraw/portal";
import { balancesOf } from "../../core/ledger/statement.ts";
import { owedBy } from "../../core/wallet/deductions.ts";
import { destinationOf } from "../../core/wallet/hold.ts";
import type { Db } from "../../platform/db.ts";

type Query = QueryOf<typeof withdrawReportCsv>;

const sortColumns = {
  requestedAt: "requested_at",
  currencyType: "currency_type",
  amount: "amount_fc",
  status: "status",
} as const;

/** Rows at once of an export. */
const batch = 1000;

export async function withdrawStateOf(
  db: Db,
  { memberId, now }: { memberId: number; now: Date },
): Promise<WithdrawState> {
  const [{ address, hold }, { withdraw_pending }] = await Promise.all([
    destinationOf(db, { memberId, now }),
    balancesOf(db, memberId),
  ]);
  return {
    freeCoinAddress: address ?? null,
    heldUntil: hold?.until.toISOString() ?? null,
    heldAfter: hold?.after ?? null,
    pendingFc: fcToWire(withdraw_pending),
  };
}

export async function withdrawalsPage(db: Db, memberId: number, query: Query) {
  const { page = 1, size = defaultPageSize } = query;
  const [rows, { total }, owedFc] = await Promise.all([
    withdrawals(db, memberId, query)
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching(db, memberId, query)
      .select((eb) => eb.fn.countAll<bigint>().as("total"))
      .executeTakeFirstOrThrow(),
    owedBy(db, memberId),
  ]);
  return { data: rows.map((row) => toRequest(row, owedFc)), total: Number(total) };
}

/** All of them in the asked order, a batch at a time. */
export async function* allWithdrawals(
  db: Db,
  memberId: number,
  query: Query,
): AsyncGenerator<WithdrawRequest> {
  const owedFc = await owedBy(db, memberId);
  for (let offset = 0; ; offset += batch) {
    const rows = await withdrawals(db, memberId, query).limit(batch).offset(offset).execute();
    yield* rows.map((row) => toRequest(row, owedFc));
    if (rows.length < batch) return;
  }
}

function matching(db: Db, memberId: number, query: Query) {
  const { from, to } = momentsOf(query);
  return db
    .selectFrom("withdrawals")
    .where("member_id", "=", memberId)
    .$if(from !== undefined, (rows) => rows.where("requested_at", ">=", from!))
    .$if(to !== undefined, (rows) => rows.where("requested_at", "<", to!));
}

function withdrawals(db: Db, memberId: number, query: Query) {
  const { sort = "requestedAt", order = "desc" } = query;
  return matching(db, memberId, query)
    .select([
      "id",
      "member_id",
      "amount_fc",
      "fee_fc",
      "deduction_fc",
      "currency_type",
      "address",
      "status",
      "requested_at",
      "decided_at",
      "transaction_id",
      "reason",
    ])
    .orderBy(sortColumns[sort], order)
    .orderBy("id", order);
}

type Row = Awaited<ReturnType<ReturnType<typeof withdrawals>["execute"]>>[number];

/** What is owed is collected by whichever is accepted next, so a pending one tells what it would be if it is that. */
function toRequest(row: Row, owedFc: bigint): WithdrawRequest {
  const { isDecidedByOperator } = withdrawKinds[row.currency_type];
  const { amount_fc: amountFc, fee_fc: feeFc } = row;
  const deductionFc = row.status === "P" ? netOf({ amountFc, feeFc, owedFc }).deductionFc : row.deduction_fc;
  return {
    id: row.id,
    userId: row.member_id,
    amount: fcToWire(amountFc),
    currencyType: row.currency_type,
    requestedAt: row.requested_at.toISOString(),
    status: row.status,
    respondedAt: row.decided_at?.toISOString() ?? null,
    fee: fcToWire(feeFc),
    deduction: deductionFc === null ? null : fcToWire(deductionFc),
    net: fcToWire(amountFc - feeFc - (deductionFc ?? 0n)),
    address: row.address,
    transactionId: isDecidedByOperator ? row.transaction_id : null,
    reason: row.reason,
  };
}
