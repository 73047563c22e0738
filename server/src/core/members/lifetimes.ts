import { withdrawTypesWhere } from "@fc/contract/withdraw/kinds";

/**
 * What members have paid in for stakes from outside, and were paid out, in all, the system before a move included. As SQL
 * text, because an export reads it without Kysely.
 *
 * A stake that operators undid was paid back outside and counts as never put in. Of one that its member undid, the coins
 * are in the wallets.
 */
export const putInByMember = `
  select member_id, sum(put_fc)::bigint as put_fc, sum(put_usd_cents)::bigint as put_usd_cents from (
    select member_id, principal_fc as put_fc, principal_usd_cents as put_usd_cents
    from stakes where request_id is not null and (reversal_entry_id is null or is_undone)
    union all
    select member_id, put_fc, put_usd_cents from moved_lifetimes
  ) put group by member_id`;

const payouts = withdrawTypesWhere("isPayout", true)
  .map((type) => `'${type}'`)
  .join(", ");

export const tookOutByMember = `
  select member_id, sum(took_fc)::bigint as took_fc from (
    select member_id, amount_fc - fee_fc - tax_fc - coalesce(deduction_fc, 0) as took_fc
    from withdrawals where status = 'A' and currency_type in (${payouts})
    union all
    select member_id, took_fc from moved_lifetimes
  ) took group by member_id`;
