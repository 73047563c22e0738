import type { Feature } from "../../core/feature.ts";
import { taxConsoleRoutes } from "./console-routes.ts";
import { taxPortalRoutes } from "./portal-routes.ts";
import { remittanceAct } from "./remittances.ts";
import { remittanceReversalAct } from "./reverse-remittance.ts";
import { taxRuleAct } from "./set-rules.ts";

export const taxesFeature: Feature = {
  routes: (deps) => [...taxPortalRoutes(deps), ...taxConsoleRoutes(deps)],
  acts: [taxRuleAct, remittanceAct, remittanceReversalAct],
  kept: {
    tax_years: {
      title: { en: "Taxed sums of the years", hi: "वर्षों की कर योग्य राशि" },
      columns: ["financial_year", "sum_paise", "taxed_paise"],
      order: "financial_year",
    },
    tax_deductions: {
      title: { en: "Tax deducted", hi: "काटा गया कर" },
      columns: [
        "source",
        "taken_at",
        "rate_basis_points",
        "base_fc",
        "base_paise",
        "tax_fc",
        "tax_paise",
        "has_pan",
      ],
      order: "id",
    },
  },
};
