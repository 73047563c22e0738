import type { Feature } from "../../core/feature.ts";
import { announceTask } from "./announce.ts";
import { planConsoleRoutes } from "./console-routes.ts";
import { planAct } from "./drafts.ts";
import { planPortalRoutes } from "./portal-routes.ts";

export const planFeature: Feature = {
  routes: (deps) => [...planPortalRoutes(deps), ...planConsoleRoutes(deps)],
  tasks: (deps) => [announceTask(deps)],
  acts: [planAct],
};
