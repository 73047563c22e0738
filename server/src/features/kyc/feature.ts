import type { Feature } from "../../core/feature.ts";
import { kycConsoleRoutes } from "./console-routes.ts";
import { kycPortalRoutes } from "./portal-routes.ts";

export const kycFeature: Feature = {
  routes: (deps) => [...kycConsoleRoutes(deps), ...kycPortalRoutes(deps)],
  kept: {
    kyc_cases: {
      title: { en: "Checks of PAN and bank details", hi: "PAN और बैंक विवरण की जाँच" },
      columns: ["part", "state", "submitted_at", "decided_at", "reason"],
      order: "id",
    },
  },
};
