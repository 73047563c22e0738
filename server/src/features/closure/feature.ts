import type { Feature } from "../../core/feature.ts";
import { closurePortalRoutes } from "./portal-routes.ts";
import { closeAccountsTask } from "./task.ts";

export const closureFeature: Feature = {
  routes: closurePortalRoutes,
  tasks: (deps) => [closeAccountsTask(deps)],
  kept: {
    closures: {
      title: { en: "Requests to close the account", hi: "खाता बंद करने के अनुरोध" },
      columns: ["asked_at", "due_at", "taken_back_at", "left_fc", "locked_fc"],
      order: "id",
    },
  },
};
