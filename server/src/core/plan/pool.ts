import { sql, type RawBuilder } from "kysely";
import { houseAccount } from "../ledger/accounts.ts";

const pool = houseAccount("rewards_pool");

/**
 * What the rewards pool held at a day's end, as a scalar query. Days are closed in order, so that all rewards of
 * the days before are paid and none of later ones: only what came in or was taken back since is to be left out.
 * Never more than it holds now, nor less than nothing.
 */
export function pooledAt(cut: Date): RawBuilder<bigint> {
  return sql<bigint>`(
    select greatest(balance - greatest(since, 0), 0) from ledger_accounts, (
      select coalesce(sum(case when credit_id = ${pool} then amount else -amount end), 0)::bigint as since
      from ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id
      where entry.kind in ('pool_funded', 'reversal') and entry.effective_at >= ${cut}
        and ${pool} in (debit_id, credit_id)
    ) later
    where ledger_accounts.id = ${pool}
  )`;
}
