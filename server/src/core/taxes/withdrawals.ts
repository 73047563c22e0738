import { type Fc, minus } from "@fc/contract/units";
import { indiaDayOf } from "@fc/contract/period";
import { taxOf } from "@fc/contract/taxes/rules";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { currentPrice } from "../prices/prices.ts";
import { taxRuleOn, taxTermsOf, type MemberTaxTerms } from "./rules.ts";

/** The terms of a withdrawal's tax now; undefined where none is taken of withdrawals. */
export async function withdrawalTaxTerms(
  db: Db,
  { memberId, now }: { memberId: number; now: Date },
): Promise<MemberTaxTerms | undefined> {
  const day = indiaDayOf(now);
  const rule = await taxRuleOn(db, day);
  if (rule?.taken !== "withdrawal") return undefined;
  // Before the first price there is nothing that the threshold could be compared with.
  const price = await currentPrice(db, now);
  return price && taxTermsOf(db, { memberId, rule, price, day, now });
}

interface TaxedWithdrawal {
  withdrawalId: number;
  memberId: number;
  amountFc: Fc;
  feeFc: Fc;
  terms: MemberTaxTerms;
}

/** Of the whole amount, but never more than the fee leaves. */
export function withdrawalTaxOf({
  amountFc,
  feeFc,
  terms,
}: Pick<TaxedWithdrawal, "amountFc" | "feeFc" | "terms">) {
  return taxOf(terms, { amountFc, mostFc: minus(amountFc, feeFc) });
}

/**
 * Keeps the tax of a withdrawal that is requested. It counts in the member's year at once, so that the next request
 * sees it; the member's wallets are locked by then.
 */
export async function keepWithdrawalTax(tx: Tx, input: TaxedWithdrawal): Promise<void> {
  const { withdrawalId, memberId, amountFc, terms } = input;
  const { rule, price, financialYear } = terms;
  const tax = withdrawalTaxOf(input);
  await tx
    .insertInto("tax_deductions")
    .values({
      member_id: memberId,
      rule_id: rule.id,
      source: "withdrawal",
      withdrawal_id: withdrawalId,
      taken_at: null,
      price_id: price.id,
      has_pan: terms.hasPan,
      rate_basis_points: terms.rateBasisPoints,
      threshold_paise: terms.thresholdPaise,
      base_fc: amountFc,
      base_paise: tax.basePaise,
      financial_year: financialYear,
      sum_before_paise: terms.sumPaise,
      taxed_before_paise: terms.taxedPaise,
      taxed_paise: tax.newlyTaxedPaise,
      tax_fc: tax.taxFc,
      tax_paise: tax.taxPaise,
    })
    .execute();
  await tx
    .insertInto("tax_years")
    .values({
      member_id: memberId,
      financial_year: financialYear,
      sum_paise: tax.basePaise,
      taxed_paise: tax.newlyTaxedPaise,
    })
    .onConflict((conflict) =>
      conflict.columns(["member_id", "financial_year"]).doUpdateSet((eb) => ({
        sum_paise: sql`tax_years.sum_paise + ${eb.ref("excluded.sum_paise")}`,
        taxed_paise: sql`tax_years.taxed_paise + ${eb.ref("excluded.taxed_paise")}`,
      })),
    )
    .execute();
}

/** The withdrawal is paid: its tax is taken now. */
export async function takeWithdrawalTax(
  tx: Tx,
  { withdrawalId, now }: { withdrawalId: number; now: Date },
): Promise<void> {
  await tx
    .updateTable("tax_deductions")
    .set({ taken_at: now })
    .where("withdrawal_id", "=", withdrawalId)
    .execute();
}

/**
 * The withdrawal is not paid: the year is as if it had not been requested. If a later one has already paid tax for
 * this amount, the year stays taxed for more than its sum, and the next amounts are taxed for so much less.
 */
export async function forgetWithdrawalTax(tx: Tx, withdrawalId: number): Promise<void> {
  await sql`
    with forgotten as (
      delete from tax_deductions where withdrawal_id = ${withdrawalId} and taken_at is null returning *
    )
    update tax_years year set sum_paise = year.sum_paise - base_paise,
      taxed_paise = year.taxed_paise - forgotten.taxed_paise
    from forgotten
    where year.member_id = forgotten.member_id and year.financial_year = forgotten.financial_year`.execute(
    tx,
  );
}
