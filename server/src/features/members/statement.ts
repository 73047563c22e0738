import type { consoleMemberStatement, MemberStatementLine } from "@fc/contract/members/console";
import { fcToWire } from "@fc/contract/money";
import { wallets, type Wallet } from "@fc/contract/wallet/kinds";
import type { QueryOf } from "@fc/contract/route";
import { defaultPageSize } from "@fc/contract/table";
import { isRewardKind } from "@fc/contract/plan/reward-kinds";
import { referenceOfEntry } from "../../core/receipts/references.ts";
import { statementPage } from "../../core/ledger/statement.ts";
import type { Db } from "../../platform/db.ts";

/** The same lines that the member's own report is made of. */
export async function memberStatement(
  db: Db,
  memberId: number,
  { wallet, cursor, size = defaultPageSize }: QueryOf<typeof consoleMemberStatement>,
): Promise<{ data: MemberStatementLine[]; next: string | null }> {
  const accounts = wallet === undefined ? wallets : [wallet];
  const { lines, next } = await statementPage(db, { memberId, accounts, cursor, limit: size });
  const data = lines.map((line) => ({
    id: `${line.entryId}-${line.line}-${line.type}`,
    at: line.effectiveAt.toISOString(),
    // Only wallets were requested, so every line is of one.
    wallet: line.account as Wallet,
    type: line.type,
    amountFc: fcToWire(line.amountFc),
    balanceAfterFc: fcToWire(line.balanceAfterFc),
    kind: line.kind,
    message: line.message,
    reference: referenceOfEntry({ id: line.entryId, kind: line.kind, key: line.key }),
    rewardID: line.type === "C" && isRewardKind(line.kind) ? `${line.entryId}-${line.line}` : null,
  }));
  return { data, next: next ?? null };
}
