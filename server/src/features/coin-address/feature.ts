import type { Feature } from "../../core/feature.ts";
import { coinAddressPortalRoutes } from "./portal-routes.ts";

export const coinAddressFeature: Feature = {
  routes: coinAddressPortalRoutes,
  kept: {
    coin_addresses: {
      title: { en: "Free coin address", hi: "फ्री कॉइन पता" },
      columns: ["address", "created_at", "changed_at"],
      order: "created_at",
    },
  },
};
