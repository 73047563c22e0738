import type { Fc } from "@fc/contract/units";
import { sure } from "@fc/contract/sure";
import type { Wallet } from "@fc/contract/wallet/kinds";
import { sql } from "kysely";
import { memberAccount } from "../../core/ledger/accounts.ts";
import type { ReadDb } from "../../platform/db.ts";
import { followCursor } from "../../platform/paging.ts";

/** One wallet in a period: from a moment on, up to another one that is not included. */
export interface WalletPeriod {
  memberId: number;
  wallet: Wallet;
  from: Date;
  to: Date;
}

export interface WalletTotals {
  openingFc: Fc;
  creditedFc: Fc;
  debitedFc: Fc;
  closingFc: Fc;
}

/**
 * Opening and closing come from different sources, so that a statement can be checked and not only added up: the
 * opening is all that was posted before the period, the closing is the ledger's balance less all posted after it.
 */
export async function totalsOf(
  db: ReadDb,
  { memberId, wallet, from, to }: WalletPeriod,
): Promise<WalletTotals> {
  const id = memberAccount(memberId, wallet);
  const sums = (side: "credit_id" | "debit_id") => sql`
    select coalesce(sum(amount) filter (where effective_at < ${from}), 0)::bigint as before,
      coalesce(sum(amount) filter (where effective_at >= ${from} and effective_at < ${to}), 0)::bigint as during,
      coalesce(sum(amount) filter (where effective_at >= ${to}), 0)::bigint as after
    from ledger_postings where ${sql.ref(side)} = ${id} and ${sql.ref(side)} > 16`;
  const { rows } = await sql<WalletTotals>`
    select credit.before - debit.before as "openingFc", credit.during as "creditedFc", debit.during as "debitedFc",
      coalesce((select balance from ledger_accounts where id = ${id}), 0) - (credit.after - debit.after) as "closingFc"
    from (${sums("credit_id")}) credit, (${sums("debit_id")}) debit`.execute(db);
  return sure(rows[0]);
}

export interface ForwardLine {
  entryId: bigint;
  line: number;
  isCredit: boolean;
  amountFc: Fc;
  effectiveAt: Date;
  message: string;
}

/** All lines of the period, the oldest first. */
export function linesForward(db: ReadDb, { memberId, wallet, from, to }: WalletPeriod) {
  const id = memberAccount(memberId, wallet);
  return followCursor(async (last: ForwardLine | undefined, limit) => {
    const { effectiveAt, entryId, line } = last ?? { effectiveAt: from, entryId: 0n, line: 0 };
    const onSide = (side: "credit_id" | "debit_id") => sql`
      (select entry_id, line, ${sql.lit(side === "credit_id")} as is_credit, amount, effective_at from ledger_postings
      where ${sql.ref(side)} = ${id} and ${sql.ref(side)} > 16 and effective_at < ${to} and effective_at >= ${effectiveAt}
        and (effective_at, entry_id, line) > (${effectiveAt}::timestamptz, ${entryId}::bigint, ${line}::int)
      order by effective_at, entry_id, line limit ${limit})`;
    const { rows } = await sql<ForwardLine>`
      select posting.entry_id as "entryId", posting.line, posting.is_credit as "isCredit", posting.amount as "amountFc",
        posting.effective_at as "effectiveAt", entry.message
      from (
        select * from (${onSide("credit_id")} union all ${onSide("debit_id")}) side
        order by effective_at, entry_id, line limit ${limit}
      ) posting join ledger_entries entry on entry.id = posting.entry_id
      order by posting.effective_at, posting.entry_id, posting.line`.execute(db);
    return { data: rows, next: rows.length < limit ? undefined : rows.at(-1) };
  });
}
