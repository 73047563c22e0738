import type { BookCell } from "@fc/contract/books/console";
import { referenceOf } from "@fc/contract/receipts/reference";
import { sql } from "kysely";
import { isReversal } from "../../core/bank-statements/reversals.ts";
import type { ReadDb } from "../../platform/db.ts";
import { decimal } from "./decimal.ts";
import type { BookScope } from "./scope.ts";

/** A stake in rupees, at the price that it began with, as the stake register has it. */
export const stakeInr = sql`div(principal_usd_cents::numeric * price.inr_per_usd, 10000)::bigint`;

/** Credits of the month with the requests that they pay for. */
const credits = ({ days }: BookScope) => sql`
  select line.id, line.day, line.number, line.amount_paise, account.name as account, request.id as request_id,
    request.status, payment.set_aside_reason
  from bank_lines as line join bank_accounts as account on account.id = line.account_id
  left join bank_payments as payment on payment.line_id = line.id
  left join staking_requests as request on request.id = payment.request_id and request.status <> 'R'
  where line.amount_paise > 0 and line.day between ${days.from} and ${days.to}`;

/**
 * Stakes that began in the month, not before the first statement, and were paid over a bank. Those paid in coins are
 * left out.
 */
const banked = ({ from, to }: BookScope) => sql`
  select stakes.request_id, stakes.member_id, stakes.started_on as day, ${stakeInr} as paise
  from stakes join prices as price on price.id = stakes.price_id
  join staking_requests as request on request.id = stakes.request_id
  where stakes.started_at >= ${from} and stakes.started_at < ${to} and request.tx_hash is null
    and stakes.started_on >= (select min(day) from bank_lines)
    and not exists (select from chain_transfers as transfer where transfer.request_id = request.id)
    and not exists (select from moved_stakes where stake_id = stakes.id)`;

/** What the bank took back in the month, whether its credit pays for a request or not. */
const takenBack = ({ days }: BookScope) => sql`
  select distinct on (back.id) back.day, back.number, back.amount_paise, account.name as account,
    request.id as request_id
  from bank_lines as back join bank_accounts as account on account.id = back.account_id
  join bank_lines as line on line.utrs && back.utrs and line.amount_paise > 0
  left join bank_payments as payment on payment.line_id = line.id
  left join staking_requests as request on request.id = payment.request_id and request.status <> 'R'
  where back.amount_paise < 0 and back.day between ${days.from} and ${days.to} and ${isReversal}
  order by back.id, request.id, line.number`;

interface BankBookRow {
  what: string;
  request_id: number | null;
  /** Where there is no request. */
  place: string | null;
  day: string | null;
  ref_id: string | null;
  name: string | null;
  bank_paise: bigint;
  ledger_paise: bigint;
}

/**
 * One line for all stakes of the month whose credits are of the month too, and a line for everything else that is in
 * the bank only or in the ledger only. So the totals are all that came in, and all that was staked.
 */
export async function bankLines(db: ReadDb, scope: BookScope) {
  const { rows } = await sql<BankBookRow>`
    with credit as materialized (${credits(scope)}), stake as materialized (${banked(scope)}),
    found as (
      select 1 as part, count(*)::text || ' stakes with their credits' as what, null::int as request_id,
        null as place, null::date as day, null::int as member_id,
        coalesce(sum((select sum(amount_paise) from credit where credit.request_id = stake.request_id)), 0)::bigint
          as bank_paise,
        coalesce(sum(paise), 0)::bigint as ledger_paise
      from stake where request_id in (select request_id from credit where request_id is not null)
      union all
      select 2, case when set_aside_reason is not null then 'Credit set aside: ' || set_aside_reason
          when request_id is null then 'Credit without a request'
          when status = 'P' then 'Credit of a request that waits' else 'Credit of a stake of another month' end,
        request_id, account || ', line ' || number, day, null, amount_paise, 0
      from credit where request_id is null or request_id not in (select request_id from stake)
      union all
      select 3, case when exists (select from bank_payments where bank_payments.request_id = stake.request_id)
          then 'Stake with a credit of another month' else 'Stake without a credit' end,
        request_id, null, day, member_id, 0, paise
      from stake where request_id not in (select request_id from credit where request_id is not null)
      union all
      select 4, 'Taken back by the bank', request_id, account || ', line ' || number, day, null, amount_paise, 0
      from (${takenBack(scope)}) as back
    )
    select found.*, found.day::text as day, member.ref_id, member.name from found
    left join staking_requests as request on request.id = found.request_id
    left join members as member on member.id = coalesce(found.member_id, request.member_id)
    order by part, found.day, found.request_id, place`.execute(db);
  const sums = { bank: 0n, ledger: 0n };
  const lines = rows.map((row): BookCell[] => {
    sums.bank += row.bank_paise;
    sums.ledger += row.ledger_paise;
    return [
      row.what,
      row.request_id === null ? row.place : referenceOf("staking-request", row.request_id),
      row.day,
      row.ref_id,
      row.name,
      decimal(row.bank_paise, 2),
      decimal(row.ledger_paise, 2),
      decimal(row.bank_paise - row.ledger_paise, 2),
    ];
  });
  const totals = [sums.bank, sums.ledger, sums.bank - sums.ledger];
  return { lines, totals: totals.map((sum) => decimal(sum, 2)) };
}
