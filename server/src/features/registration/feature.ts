import type { Feature } from "../../core/feature.ts";
import { completeRegistrationTask } from "./completion.ts";
import { registrationConsoleRoutes } from "./console-routes.ts";
import { registrationPortalRoutes } from "./portal-routes.ts";

export const registrationFeature: Feature = {
  routes: (deps) => [...registrationPortalRoutes(deps), ...registrationConsoleRoutes(deps)],
  tasks: (deps) => [completeRegistrationTask(deps)],
  kept: {
    registrations: {
      title: { en: "Registration", hi: "पंजीकरण" },
      columns: ["created_at", "completed_at"],
      order: "id",
    },
  },
};
