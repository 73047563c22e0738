import type { TaxMoment } from "@fc/contract/taxes/rules";
import { addOperator } from "./operators.ts";
import type { TestApp } from "./test-app.ts";

interface TestTaxRule {
  firstDay: string;
  taken: TaxMoment;
  thresholdRupees?: number;
}

/** A rule that two people would have set: 5 % with a PAN, 20 % without. */
export async function addTaxRule(
  app: TestApp,
  { firstDay, taken, thresholdRupees = 0 }: TestTaxRule,
): Promise<void> {
  const admin = await addOperator(app, "admin");
  await app.db
    .insertInto("tax_rules")
    .values({
      first_day: firstDay,
      section: "194R",
      taken,
      rate_basis_points: 500,
      rate_without_pan_basis_points: 2000,
      threshold_paise: BigInt(thresholdRupees) * 100n,
      created_at: app.time.now,
      created_by: admin.id,
    })
    .execute();
}
