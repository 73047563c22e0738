import type { Feature } from "../../core/feature.ts";
import { fmdcPortalRoutes } from "./portal-routes.ts";

export const fmdcFeature: Feature = {
  routes: fmdcPortalRoutes,
  kept: {
    fmdc_addresses: {
      title: { en: "FMDC address", hi: "FMDC पता" },
      columns: ["address", "created_at"],
      order: "created_at",
    },
  },
};
