import type { Feature } from "../../core/feature.ts";
import { memberConsoleRoutes } from "./console-routes.ts";

export const membersFeature: Feature = {
  routes: memberConsoleRoutes,
  kept: {
    corrections: {
      title: { en: "Corrections by operators", hi: "ऑपरेटरों द्वारा सुधार" },
      columns: ["change", "reason", "status", "proposed_at", "decided_at", "refusal"],
      order: "id",
    },
    deductions: {
      title: { en: "Deductions", hi: "कटौतियाँ" },
      columns: ["amount_fc", "collected_fc", "reason", "created_at", "cancelled_at", "cancel_reason"],
      order: "id",
    },
    adjustments: {
      title: { en: "Adjustments", hi: "समायोजन" },
      columns: [
        "wallet",
        "direction",
        "amount_fc",
        "reason",
        "status",
        "proposed_at",
        "decided_at",
        "refusal",
      ],
      order: "id",
    },
  },
};
