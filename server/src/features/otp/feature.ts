import type { Feature } from "../../core/feature.ts";
import { otpPortalRoutes } from "./portal-routes.ts";

export const otpFeature: Feature = {
  routes: (deps, all) => otpPortalRoutes(deps, all.guards),
  kept: {
    otp_grants: {
      title: { en: "Codes that were sent", hi: "भेजे गए कोड" },
      columns: ["purpose", "created_at", "expires_at", "verified_at", "consumed_at"],
      order: "created_at",
    },
  },
};
