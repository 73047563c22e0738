import { walletNamed } from "../../core/ledger/accounts.ts";
import { usdCentsForFcInPayersFavour, fcToWire, usdCentsToWire } from "@fc/contract/money";
import { momentsOf } from "@fc/contract/period";
import { isRewardKind } from "@fc/contract/plan/reward-kinds";
import type { WalletRow } from "@fc/contract/reports/portal";
import type { Wallet } from "@fc/contract/wallet/kinds";
import { defaultPageSize } from "@fc/contract/table";
import { firstMoved, isMovedCursor, movedPage, type MovedLine } from "../../core/ledger/moved-history.ts";
import { statementPage, type StatementLine } from "../../core/ledger/statement.ts";
import { referenceOfEntry } from "../../core/receipts/references.ts";
import type { ReadDb } from "../../platform/db.ts";
import { followCursor } from "../../platform/paging.ts";

interface WalletReportRequest {
  memberId: number;
  wallets: readonly Wallet[];
  from?: string | undefined;
  to?: string | undefined;
}

export async function walletReportPage(
  db: ReadDb,
  { memberId, wallets, from, to }: WalletReportRequest,
  { cursor, size = defaultPageSize }: { cursor?: string | undefined; size?: number | undefined },
): Promise<{ data: WalletRow[]; next: string | null }> {
  const movedScope = { memberId, wallets, from, to };
  if (isMovedCursor(cursor)) return movedRows(db, movedScope, { cursor, size });
  const scope = { memberId, accounts: wallets, ...momentsOf({ from, to }) };
  const { lines, next } = await statementPage(db, { ...scope, cursor, limit: size });
  const data = await toRows(db, lines);
  if (next !== undefined) return { data, next };
  // All lines from before the move are older than the ledger's.
  const moved = await movedRows(db, movedScope, { cursor: firstMoved, size: size - data.length });
  return { data: [...data, ...moved.data], next: moved.next };
}

/** Everything in the period, newest first. */
export function allWalletRows(db: ReadDb, filter: WalletReportRequest): AsyncGenerator<WalletRow> {
  return followCursor((cursor: string | undefined, size) => walletReportPage(db, filter, { cursor, size }));
}

async function movedRows(...request: Parameters<typeof movedPage>) {
  const { data, next } = await movedPage(...request);
  return { data: data.map(movedRow), next };
}

function movedRow({ id, wallet, type, at, amount_fc, message, trans_id }: MovedLine): WalletRow {
  return {
    type,
    transactionAt: at.toISOString(),
    fcAmount: fcToWire(amount_fc),
    amount: null,
    message,
    transID: trans_id,
    wallet,
    isReward: false,
    reference: null,
    movedId: id,
  };
}

async function toRows(db: ReadDb, lines: readonly StatementLine[]): Promise<WalletRow[]> {
  const prices = await pricesOf(db, lines);
  return lines.map((line) => {
    const fcFor15Usd = line.priceId === null ? undefined : prices.get(line.priceId);
    const worth =
      fcFor15Usd === undefined ? undefined : usdCentsForFcInPayersFavour(line.amountFc, fcFor15Usd);
    return {
      type: line.type,
      transactionAt: line.effectiveAt.toISOString(),
      fcAmount: fcToWire(line.amountFc),
      amount: worth === undefined ? null : usdCentsToWire(worth),
      message: line.message,
      transID: `${line.entryId}-${line.line}`,
      // Only wallets were requested, so every line is of one.
      wallet: walletNamed(line.account),
      isReward: line.type === "C" && isRewardKind(line.kind),
      reference: referenceOfEntry({ id: line.entryId, kind: line.kind, key: line.key }),
    };
  });
}

async function pricesOf(db: ReadDb, lines: readonly StatementLine[]): Promise<Map<number, bigint>> {
  const ids = new Set(lines.flatMap(({ priceId }) => (priceId === null ? [] : [priceId])));
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom("prices")
    .select(["id", "fc_for_15_usd"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.fc_for_15_usd]));
}
