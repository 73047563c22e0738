import type { Feature } from "../../core/feature.ts";
import { approvalConsoleRoutes } from "./approval-routes.ts";
import { withdrawConsoleRoutes } from "./console-routes.ts";
import { walletReleaseAct } from "./hot-wallet.ts";
import { payoutConsoleRoutes } from "./payout-routes.ts";
import { payoutTasks } from "./payout-task.ts";
import { withdrawPortalRoutes } from "./portal-routes.ts";

export const withdrawFeature: Feature = {
  routes: (deps) => [
    ...withdrawPortalRoutes(deps),
    ...withdrawConsoleRoutes(deps),
    ...payoutConsoleRoutes(deps),
    ...approvalConsoleRoutes(deps),
  ],
  tasks: payoutTasks,
  acts: [walletReleaseAct],
  kept: {
    withdrawals: {
      title: { en: "Withdrawals", hi: "निकासी" },
      columns: [
        "id",
        "amount_fc",
        "fee_fc",
        "tax_fc",
        "deduction_fc",
        "currency_type",
        "address",
        "status",
        "requested_at",
        "decided_at",
        "transaction_id",
        "reason",
        "is_cancelled",
      ],
      order: "id",
    },
  },
};
