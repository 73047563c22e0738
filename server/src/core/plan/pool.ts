import { sql, type RawBuilder } from "kysely";
import { houseAccount } from "../ledger/accounts.ts";

const pool = houseAccount("rewards_pool");

/** The kinds of entries that bring coins into the pool, beside the rewards that leave it. For an `in`. */
export const fillsPool = sql`('pool_funded', 'reversal', 'stake_returned')`;

/**
 * What the rewards pool held at a day's end, as a scalar query. Days are closed in order, so all rewards of earlier
 * days are paid and none of later ones: the balance is right except for funding, reversals and undone stakes since,
 * which are left out. It is never more than the pool holds now, and never below zero.
 */
export function pooledAt(cut: Date): RawBuilder<bigint> {
  return sql<bigint>`(
    select greatest(balance - greatest(since, 0), 0) from ledger_accounts, (
      select coalesce(sum(case when credit_id = ${pool} then amount else -amount end), 0)::bigint as since
      from ledger_entries entry join ledger_postings posting
        on posting.entry_id = entry.id and posting.effective_at = entry.effective_at
      where entry.kind in ${fillsPool} and entry.effective_at >= ${cut}
        and ${pool} in (debit_id, credit_id)
    ) later
    where ledger_accounts.id = ${pool}
  )`;
}
