import { walletNamed } from "../../core/ledger/accounts.ts";
import type { consoleMemberStatement, MemberStatementLine } from "@fc/contract/members/console";
import { fcToWire } from "@fc/contract/money";
import { momentsOf } from "@fc/contract/period";
import { wallets } from "@fc/contract/wallet/kinds";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import { isRewardKind } from "@fc/contract/plan/reward-kinds";
import { referenceOfEntry } from "../../core/receipts/references.ts";
import {
  statementPage,
  statementTotals,
  type StatementLine,
  type StatementScope,
} from "../../core/ledger/statement.ts";
import type { ReadDb } from "../../platform/db.ts";

type StatementFilter = QueryOf<typeof consoleMemberStatement>;

/** The same lines that the member's own report is made of. */
export async function memberStatement(db: ReadDb, memberId: number, query: StatementFilter) {
  const [page, { creditedFc, debitedFc }] = await Promise.all([
    statementLines(db, memberId, query),
    statementTotals(db, scopeOf(memberId, query)),
  ]);
  return { ...page, totals: { creditedFc: fcToWire(creditedFc), debitedFc: fcToWire(debitedFc) } };
}

function scopeOf(memberId: number, { wallet, ...days }: StatementFilter): StatementScope {
  return { memberId, accounts: wallet === undefined ? wallets : [wallet], ...momentsOf(days) };
}

/** A page without the totals, which a file does not repeat for each of its pages. */
export async function statementLines(
  db: ReadDb,
  memberId: number,
  { cursor, size = defaultPageSize, ...filter }: StatementFilter,
): Promise<{ data: MemberStatementLine[]; next: string | null }> {
  const scope = scopeOf(memberId, filter);
  const { lines, next } = await statementPage(db, { ...scope, cursor, limit: size });
  return { data: lines.map(toLine), next: next ?? null };
}

export function toLine(line: StatementLine): MemberStatementLine {
  return {
    id: `${line.entryId}-${line.line}-${line.type}`,
    at: line.effectiveAt.toISOString(),
    // Only wallets were requested, so every line is of one.
    wallet: walletNamed(line.account),
    type: line.type,
    amountFc: fcToWire(line.amountFc),
    balanceAfterFc: fcToWire(line.balanceAfterFc),
    kind: line.kind,
    message: line.message,
    reference: referenceOfEntry({ id: line.entryId, kind: line.kind, key: line.key }),
    rewardID: line.type === "C" && isRewardKind(line.kind) ? `${line.entryId}-${line.line}` : null,
  };
}
