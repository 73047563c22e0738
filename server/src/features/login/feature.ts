import type { Feature } from "../../core/feature.ts";
import { mailTemporaryPasswordTask } from "./forgot-password.ts";
import { loginPortalRoutes, type DashboardReader } from "./portal-routes.ts";

/** A login is answered with the first dashboard, which is another feature's. */
export const loginFeature = (dashboardOf: DashboardReader): Feature => ({
  routes: (deps) => loginPortalRoutes(deps, dashboardOf),
  tasks: (deps) => [mailTemporaryPasswordTask(deps)],
  kept: {
    temporary_passwords: {
      title: { en: "Temporary passwords that were sent", hi: "भेजे गए अस्थायी पासवर्ड" },
      columns: ["created_at", "expires_at", "used_at"],
      order: "id",
    },
  },
});
