import type { Feature } from "../../core/feature.ts";
import { reportConsoleRoutes } from "./console-routes.ts";
import { measureDaysTask } from "./measure.ts";
import { reportPortalRoutes } from "./portal-routes.ts";

export const reportsFeature: Feature = {
  routes: (deps) => [...reportPortalRoutes(deps), ...reportConsoleRoutes()],
  kept: {
    moved_history: {
      title: { en: "Movements in the system before", hi: "पिछले सिस्टम के लेन-देन" },
      columns: ["wallet", "type", "at", "amount_fc", "message", "trans_id"],
      order: "id",
    },
  },
  tasks: (deps) => [measureDaysTask(deps)],
};
