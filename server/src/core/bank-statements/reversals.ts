import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/**
 * Whether `back` is the reversal of `line`, a credit that `request` is paid with. It has the UTR that the request names.
 * Where the credit has another one, its reversal has the credit's and its amount, because what looks like a UTR may be
 * the number of an account, which many lines have.
 */
export const isReversal = sql<boolean>`(back.account_id = line.account_id and back.number > line.number
  and back.amount_paise < 0 and back.utrs && line.utrs
  and case when request.utr = any(line.utrs) then request.utr = any(back.utrs)
    else back.amount_paise = -line.amount_paise end)`;

/** The first line by which the bank took a credit back. It is found by the UTRs and not by the order of the lines. */
export const reversal = sql<{ day: string }>`
  select day from (select back.day, back.number from bank_lines as back where ${isReversal} offset 0) as backs
  order by number limit 1`;

interface UnpaidStake {
  requestId: number;
  /** On which the bank took its payment back. */
  day: string;
}

/** Running stakes whose payments the bank has taken back, the oldest first. Another payment of the same request mends it. */
export async function unpaidStakes(db: Db): Promise<UnpaidStake[]> {
  const { rows } = await sql<UnpaidStake>`
    select request.id as "requestId", min(back.day)::text as day
    from bank_payments as payment
    join bank_lines as line on line.id = payment.line_id
    join staking_requests as request on request.id = payment.request_id
    join stakes as stake on stake.request_id = request.id and stake.ended_at is null
    cross join lateral (${reversal}) as back
    where request.status = 'A' and not exists (
      select from bank_payments as other join bank_lines as line on line.id = other.line_id
      where other.request_id = request.id and not exists (${reversal}))
    group by request.id order by request.id`.execute(db);
  return rows;
}
