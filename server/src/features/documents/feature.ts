import type { Feature } from "../../core/feature.ts";
import { documentConsoleRoutes } from "./console-routes.ts";
import { documentAct } from "./drafts.ts";
import { documentPortalRoutes } from "./portal-routes.ts";

export const documentsFeature: Feature = {
  routes: (deps) => [...documentPortalRoutes(deps), ...documentConsoleRoutes(deps)],
  acts: [documentAct],
  kept: {
    acceptances: {
      title: { en: "Documents accepted", hi: "स्वीकार किए गए दस्तावेज़" },
      columns: ["kind", "version", "accepted_at", "ip", "user_agent"],
      order: "accepted_at",
    },
  },
};
