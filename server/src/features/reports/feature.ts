import type { Feature } from "../../core/feature.ts";
import { reportConsoleRoutes } from "./console-routes.ts";
import { measureDaysTask } from "./measure.ts";
import { reportPortalRoutes } from "./portal-routes.ts";

export const reportsFeature: Feature = {
  routes: (deps) => [...reportPortalRoutes(deps), ...reportConsoleRoutes()],
  tasks: (deps) => [measureDaysTask(deps)],
};
