import { sql, type RawBuilder } from "kysely";
import { accountSql, houseAccount, memberCodes } from "../ledger/accounts.ts";

const rewarded = [memberCodes.staking, memberCodes.earning, memberCodes.offer];

/**
 * The rewards of one day of a member, as a scalar query of columns: three look-ups in the index of the postings.
 * Entries of a closing are effective in the last millisecond of its day.
 */
export function creditedSql(columns: { memberId: string; day: string }): RawBuilder<bigint> {
  const accounts = rewarded.map((code) => sql.raw(accountSql.ofMember(columns.memberId, code)));
  return sql<bigint>`(
    select coalesce(sum(amount), 0)::bigint from ledger_postings
    where credit_id = any (array[${sql.join(accounts)}]) and ${sql.raw(accountSql.isMembers("credit_id"))}
      and debit_id = ${houseAccount("rewards_pool")}
      and effective_at = (${sql.ref(columns.day)} + 1)::timestamp at time zone 'Asia/Kolkata' - interval '1 millisecond'
  )`;
}
