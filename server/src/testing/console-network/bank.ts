import type { BankColumns } from "@fc/contract/bank-statements/console";
import type pg from "pg";
import { at, withoutTriggers } from "./sql.ts";

const columns: BankColumns = {
  day: "Date",
  dayOrder: "dmy",
  words: "Narration",
  reference: null,
  payer: null,
  amounts: { credit: "Deposit", debit: "Withdrawal" },
  balance: "Balance",
};

/**
 * The bank's statement of two months: a credit for each staking request that names a UTR, and one in ten that pays for
 * nothing. What was approved is paid for already, but for some that an operator has to look at.
 */
export async function writeBank(owner: pg.Client, { now }: { now: Date }): Promise<void> {
  await withoutTriggers(owner, [
    `create temp table banked as
      select row_number() over (order by at, request_id nulls last, paise) as number, * from (
        select request.id as request_id, request.requested_at as at, request.utr, request.status, member.name,
          request.amount_usd_cents * price.inr_per_usd / 10000 as paise
        from staking_requests as request join members as member on member.id = request.member_id
        cross join lateral (
          select inr_per_usd from prices where effective_from <= request.requested_at
          order by effective_from desc, id desc limit 1) as price
        where request.utr is not null and request.status <> 'R'
          and request.requested_at > ${at(now)} - interval '60 days'
        union all
        select null, requested_at, 'SALE' || lpad(id::text, 11, '0'), null, 'Sale of goods', 100000 + id
        from staking_requests where id % 20 = 0 and requested_at > ${at(now)} - interval '60 days'
      ) each`,
    `insert into bank_accounts (name, columns, added_by, added_at) values
      ('Current account', '${JSON.stringify(columns)}', 1, ${at(now)})`,
    `insert into bank_statements (account_id, file, content, digest, imported_by, imported_at, line_count, new_count,
        first_day, last_day, opening_paise, closing_paise)
      select 1, 'statement.csv', 'bench', encode(sha256('bench'), 'hex'), 2, ${at(now)}, count(*), count(*),
        min(at)::date, max(at)::date, 0, sum(paise)
      from banked having count(*) > 0`,
    `insert into bank_lines (account_id, number, statement_id, file_line, day, words, reference, payer, amount_paise,
        balance_paise, utrs)
      select 1, number, 1, number + 1, (at at time zone 'Asia/Kolkata')::date, 'UPI-' || upper(name) || '-' || utr, utr,
        name, paise, sum(paise) over (order by number), array[utr]
      from banked order by number`,
    `insert into bank_payments (line_id, request_id, matched_at)
      select line.id, request_id, ${at(now)} from banked join bank_lines as line using (number)
      where status = 'A' and number % 50 > 0`,
  ]);
}
