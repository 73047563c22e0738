import { noFc, type Fc } from "@fc/contract/units";
import { indiaDayOf } from "@fc/contract/period";
import { referenceOf } from "@fc/contract/receipts/reference";
import { taxPartsOf, type TaxParts } from "@fc/contract/taxes/rules";
import type { Db, ReadDb } from "../../platform/db.ts";

/** What a tax is of, of the columns of `tax_deductions` and of its price. */
interface TaxRow {
  base_fc: Fc;
  base_paise: bigint;
  rate_basis_points: number;
  tax_fc: Fc;
  sum_before_paise: bigint;
  taxed_before_paise: bigint;
  fc_for_15_usd: bigint;
  inr_per_usd: bigint;
}

/** The columns of a `TaxRow`, of `tax` joined with its `price`. */
export const taxRowColumns = [
  "tax.base_fc",
  "tax.base_paise",
  "tax.rate_basis_points",
  "tax.tax_fc",
  "tax.sum_before_paise",
  "tax.taxed_before_paise",
  "price.fc_for_15_usd",
  "price.inr_per_usd",
] as const;

export function partsOf(row: TaxRow): TaxParts {
  return taxPartsOf({
    baseFc: row.base_fc,
    basePaise: row.base_paise,
    rateBasisPoints: row.rate_basis_points,
    taxFc: row.tax_fc,
    sumBeforePaise: row.sum_before_paise,
    taxedBeforePaise: row.taxed_before_paise,
    price: { fcFor15Usd: row.fc_for_15_usd, inrPerUsd: row.inr_per_usd },
  });
}

/** What the tax of a withdrawal follows from. */
export async function taxOfWithdrawal(db: Db, withdrawalId: number) {
  const row = await taxRecords(db).where("tax.withdrawal_id", "=", withdrawalId).executeTakeFirstOrThrow();
  return {
    section: row.section,
    ratePercent: row.rate_basis_points / 100,
    thresholdPaise: row.threshold_paise,
    ...partsOf(row),
  };
}

function taxRecords(db: Db | ReadDb) {
  return db
    .selectFrom("tax_deductions as tax")
    .innerJoin("tax_rules as rule", "rule.id", "tax.rule_id")
    .innerJoin("prices as price", "price.id", "tax.price_id")
    .select(taxRowColumns)
    .select(["rule.section", "tax.threshold_paise", "tax.taken_at", "tax.tax_paise", "tax.withdrawal_id"]);
}

/** What was deducted of a member in a time, with what each tax is of, the oldest first. */
export async function taxesBetween(
  db: Db | ReadDb,
  { memberId, from, to }: { memberId: number; from: Date; to: Date },
) {
  const rows = await taxRecords(db)
    .where("tax.member_id", "=", memberId)
    .where("tax.tax_fc", ">", noFc)
    .where("tax.taken_at", ">=", from)
    .where("tax.taken_at", "<", to)
    .orderBy("tax.taken_at")
    .orderBy("tax.id")
    .execute();
  return rows.map((row) => ({
    day: indiaDayOf(row.taken_at ?? from),
    section: row.section,
    ratePercent: row.rate_basis_points / 100,
    thresholdPaise: row.threshold_paise,
    baseFc: row.base_fc,
    basePaise: row.base_paise,
    ...partsOf(row),
    taxFc: row.tax_fc,
    taxPaise: row.tax_paise,
    reference:
      row.withdrawal_id === null
        ? `Closing ${indiaDayOf(row.taken_at ?? from)}`
        : referenceOf("withdrawal", row.withdrawal_id),
  }));
}
export type TaxTaken = Awaited<ReturnType<typeof taxesBetween>>[number];
