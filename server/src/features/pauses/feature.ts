import type { Feature } from "../../core/feature.ts";
import { pauseConsoleRoutes } from "./console-routes.ts";
import { openingAct } from "./pausing.ts";
import { pausePortalRoutes } from "./portal-routes.ts";

export const pausesFeature: Feature = {
  routes: (deps) => [...pausePortalRoutes(), ...pauseConsoleRoutes(deps)],
  acts: [openingAct],
};
