import type { Feature } from "../../core/feature.ts";
import { coinAddressConsoleRoutes } from "./console-routes.ts";
import { coinAddressPortalRoutes } from "./portal-routes.ts";
import { unsignedAddressAct } from "./unsigned.ts";

export const coinAddressFeature: Feature = {
  routes: (deps) => [...coinAddressPortalRoutes(deps), ...coinAddressConsoleRoutes(deps)],
  acts: [unsignedAddressAct],
  kept: {
    coin_addresses: {
      title: { en: "Free coin address", hi: "फ्री कॉइन पता" },
      columns: ["address", "created_at", "changed_at"],
      order: "created_at",
    },
    coin_address_proofs: {
      title: { en: "Proofs of coin addresses", hi: "कॉइन पतों के प्रमाण" },
      columns: ["address", "set_at", "kind", "proved_at", "text", "signature"],
      order: "proved_at",
    },
  },
};
