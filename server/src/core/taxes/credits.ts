import { sure } from "@fc/contract/sure";
import { financialYearOf } from "@fc/contract/taxes/financial-year";
import { drawOrder } from "@fc/contract/wallet/kinds";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { accountSql, houseAccount, memberCodes } from "../ledger/accounts.ts";
import { postLines, postSelected, type PostedTotals } from "../ledger/bulk.ts";
import { fcOfInrPaise, inrPaiseOf } from "../prices/price-sql.ts";
import type { Price } from "../prices/prices.ts";
import { hadPan, type TaxRule } from "./rules.ts";

export interface CreditsToTax {
  rule: TaxRule;
  /** The closed day, and its end. */
  day: string;
  cut: Date;
  effectiveAt: Date;
  price: Price;
  planVersion: number;
  /** A chunk of members, or the rewards with an entry of their own. */
  source: "chunk" | "reward";
  /** Names the chunk in the keys of its entries. */
  chunk: number;
  /** Rows of member_id, code (of the wallet) and amount, just credited by this transaction. */
  credited: RawBuilder<unknown>;
}

const taxAccount = houseAccount("tax_withheld");

/**
 * Takes the tax of what a step of a closing has just credited, out of the wallets that it came to, staking first. It is
 * done in the transaction of the credit: afterwards a member could have sent the coins on, and the closing could
 * not go on. The rule is `taxOf` of contract/src/taxes/rules.ts, over all members at once.
 */
export async function taxCredits(tx: Tx, input: CreditsToTax): Promise<PostedTotals> {
  const records = await recordTaxes(tx, input);
  if (records.first === null) return { lines: 0, amount: 0n };
  return input.source === "chunk" ? postByWallet(tx, input, records) : postByMember(tx, input, records);
}

/** The records of this step: their ids are between these, where other transactions may have taken some as well. */
interface Records {
  first: bigint | null;
  last: bigint | null;
}

async function recordTaxes(tx: Tx, input: CreditsToTax): Promise<Records> {
  const { rule, day, cut, effectiveAt, price, source, credited } = input;
  const year = financialYearOf(day);
  const asSql = {
    fcFor15Usd: sql`${price.fcFor15Usd}::numeric`,
    inrPerUsd: sql`${price.inrPerUsd}::numeric`,
  };
  const ofWallet = (code: bigint) => sql`coalesce(sum(amount) filter (where code = ${code}), 0)::bigint`;
  const { rows } = await sql<Records>`
    with credited as materialized (
      select member_id, sum(amount)::bigint as base_fc, ${ofWallet(memberCodes.staking)} as staking_fc,
        ${ofWallet(memberCodes.earning)} as earning_fc
      from (${credited}) credit group by member_id
    ), terms as (
      select credited.*, ${inrPaiseOf(sql`base_fc`, asSql)} as base_paise, coalesce(sum_paise, 0) as sum_paise,
        coalesce(taxed_paise, 0) as taxed_paise, ${hadPan(sql`credited.member_id`, cut)} as has_pan
      from credited left join tax_years year
        on year.member_id = credited.member_id and financial_year = ${year}
    ), rated as (
      select *, (case when has_pan then ${rule.rateBasisPoints} else ${rule.rateWithoutPanBasisPoints} end)::int as rate,
        sum_paise + base_paise > ${rule.thresholdPaise} as is_taxed,
        greatest(sum_paise + base_paise - taxed_paise, 0) as all_paise
      from terms
    ), due as (
      select *, case when is_taxed then
        div((case when taxed_paise <= sum_paise
          then base_fc + ${fcOfInrPaise(sql`greatest(sum_paise - taxed_paise, 0)`, asSql)}
          else least(base_fc, ${fcOfInrPaise(sql`all_paise`, asSql)}) end)::numeric * rate, 10000)::bigint
        else 0 end as due_fc
      from rated
    ), taxed as (
      select *, least(due_fc, base_fc) as tax_fc, ${inrPaiseOf(sql`least(due_fc, base_fc)`, asSql)} as tax_paise from due
    ), counted as materialized (
      select *, case when not is_taxed then 0
        when due_fc <= base_fc then all_paise
        -- A rate of zero is never above the amount, so it does not come here.
        else least(all_paise, div(tax_paise * 10000::numeric, rate)::bigint) end as newly_taxed_paise
      from taxed
    ), kept as (
      insert into tax_years as year (member_id, financial_year, sum_paise, taxed_paise)
      select member_id, ${year}, base_paise, newly_taxed_paise from counted order by member_id
      on conflict (member_id, financial_year) do update set sum_paise = year.sum_paise + excluded.sum_paise,
        taxed_paise = year.taxed_paise + excluded.taxed_paise
    ), recorded as (
    insert into tax_deductions (member_id, rule_id, source, taken_at, price_id, has_pan, rate_basis_points,
      threshold_paise, base_fc, base_paise, financial_year, sum_before_paise, taxed_before_paise, taxed_paise, tax_fc,
      tax_paise, from_staking_fc, from_earning_fc, from_offer_fc)
    select member_id, ${rule.id}, ${source}, ${effectiveAt}, ${price.id}, has_pan, rate, ${rule.thresholdPaise}, base_fc,
      base_paise, ${year}, sum_paise, taxed_paise, newly_taxed_paise, tax_fc, tax_paise, least(tax_fc, staking_fc),
      least(tax_fc - least(tax_fc, staking_fc), earning_fc),
      greatest(tax_fc - staking_fc - earning_fc, 0)
    from counted where tax_fc > 0 order by member_id
    returning id
    )
    select min(id) as first, max(id) as last from recorded`.execute(tx);
  return sure(rows[0]);
}

const walletColumns = {
  staking: "from_staking_fc",
  earning: "from_earning_fc",
  offer: "from_offer_fc",
} as const satisfies Record<(typeof drawOrder)[number], string>;

function recorded({ effectiveAt, source }: CreditsToTax, { first, last }: Records): RawBuilder<unknown> {
  return sql`
    select * from tax_deductions
    where id between ${first} and ${last} and taken_at = ${effectiveAt} and source = ${source}`;
}

function messageOf({ section }: TaxRule): string {
  return `TAX/${section.replaceAll(/[/_]/g, " ")}`;
}

/** An entry for each wallet, with one line for each member, like the rewards of the chunk. */
function postByWallet(tx: Tx, input: CreditsToTax, records: Records): Promise<PostedTotals> {
  const { rule, day, effectiveAt, price, planVersion, chunk } = input;
  return postLines(tx, {
    effectiveAt,
    priceId: price.id,
    planVersion,
    entries: drawOrder.map((wallet) => ({
      kind: "tax_withheld",
      key: `tax/${day}/${chunk}/${wallet}`,
      message: messageOf(rule),
      lines: sql`
        select row_number() over (order by member_id) as line,
          ${sql.raw(accountSql.ofMember("member_id", memberCodes[wallet]))} as debit_id,
          ${taxAccount}::bigint as credit_id, ${sql.ref(walletColumns[wallet])} as amount
        from (${recorded(input, records)}) tax where ${sql.ref(walletColumns[wallet])} > 0`,
    })),
  });
}

/** An entry for each member: there may be more of them than an entry has lines. */
function postByMember(tx: Tx, input: CreditsToTax, records: Records): Promise<PostedTotals> {
  const { rule, day, effectiveAt, price, planVersion } = input;
  const lines = drawOrder.map(
    (wallet) => sql`
      select member_id, ${sql.raw(accountSql.ofMember("member_id", memberCodes[wallet]))} as debit_id,
        ${sql.ref(walletColumns[wallet])} as amount
      from (${recorded(input, records)}) tax where ${sql.ref(walletColumns[wallet])} > 0`,
  );
  return postSelected(
    tx,
    sql`select 'tax_withheld' as kind, 'tax/' || ${day}::text || '/rewards/' || member_id as key,
        ${effectiveAt}::timestamptz as effective_at, ${messageOf(rule)}::text as message, ${price.id}::int as price_id,
        ${planVersion}::int as plan_version, null::jsonb as metadata, debit_id, ${taxAccount}::bigint as credit_id, amount
      from (${sql.join(lines, sql` union all `)}) line`,
  );
}
