import { sql } from "kysely";

/**
 * The first line by which the bank took a credit back: `line` is the credit, `request` the one that it pays for. It has
 * the UTR that the request names. Where the credit has another one, its reversal has the credit's and its amount,
 * because what looks like a UTR may be the number of an account, which many lines have.
 */
export const reversal = sql<{ day: string }>`
  select back.day from bank_lines as back
  where back.account_id = line.account_id and back.number > line.number and back.amount_paise < 0
    and back.utrs && line.utrs
    and case when request.utr = any(line.utrs) then request.utr = any(back.utrs)
      else back.amount_paise = -line.amount_paise end
  order by back.number limit 1`;
