import { sure } from "@fc/contract/sure";
import { financialYearOf } from "@fc/contract/taxes/financial-year";
import type { TaxMoment, TaxTerms } from "@fc/contract/taxes/rules";
import { sql, type RawBuilder } from "kysely";
import type { Db, ReadDb } from "../../platform/db.ts";
import type { Price } from "../prices/prices.ts";

export interface TaxRule {
  id: number;
  firstDay: string;
  section: string;
  taken: TaxMoment;
  rateBasisPoints: number;
  rateWithoutPanBasisPoints: number;
  thresholdPaise: bigint;
}

/** The rule in force on a day; undefined before the first one. */
export function taxRuleOn(db: ReadDb, day: string): Promise<TaxRule | undefined> {
  return taxRules(db)
    .where("withdrawn_at", "is", null)
    .where("first_day", "<=", day)
    .orderBy("first_day", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The rule that was fixed for something, by its id. */
export function taxRuleOf(db: ReadDb, id: number | null): Promise<TaxRule | undefined> {
  return taxRules(db).where("id", "=", id).executeTakeFirst();
}

function taxRules(db: ReadDb) {
  return db
    .selectFrom("tax_rules")
    .select(["id", "first_day as firstDay", "section", "taken", "rate_basis_points as rateBasisPoints"])
    .select("rate_without_pan_basis_points as rateWithoutPanBasisPoints")
    .select("threshold_paise as thresholdPaise");
}

/** Whether a member had entered a PAN before a moment. */
export const hadPan = (memberId: RawBuilder<unknown>, at: Date) =>
  sql<boolean>`exists (select from pan_records pan where pan.member_id = ${memberId} and pan.created_at < ${at})`;

/** A member's terms for a tax now: the rule's figures and the year so far. */
export interface MemberTaxTerms extends TaxTerms {
  rule: TaxRule;
  price: Price;
  financialYear: number;
  hasPan: boolean;
}

export interface TaxTermsRequest {
  memberId: number;
  rule: TaxRule;
  price: Price;
  day: string;
  now: Date;
}

export async function taxTermsOf(
  db: Db,
  { memberId, rule, price, day, now }: TaxTermsRequest,
): Promise<MemberTaxTerms> {
  const financialYear = financialYearOf(day);
  const { rows } = await sql<{ has_pan: boolean; sum_paise: bigint | null; taxed_paise: bigint | null }>`
    select ${hadPan(sql`${memberId}`, now)} as has_pan, sum_paise, taxed_paise
    from (values (1)) one left join tax_years
      on member_id = ${memberId} and financial_year = ${financialYear}`.execute(db);
  const { has_pan: hasPan, sum_paise, taxed_paise } = sure(rows[0]);
  return {
    rule,
    price,
    financialYear,
    hasPan,
    rateBasisPoints: hasPan ? rule.rateBasisPoints : rule.rateWithoutPanBasisPoints,
    thresholdPaise: rule.thresholdPaise,
    sumPaise: sum_paise ?? 0n,
    taxedPaise: taxed_paise ?? 0n,
  };
}
