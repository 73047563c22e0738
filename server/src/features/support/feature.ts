import type { Feature } from "../../core/feature.ts";
import { supportConsoleRoutes } from "./console-routes.ts";
import { supportPortalRoutes } from "./portal-routes.ts";

export const supportFeature: Feature = {
  routes: (deps) => [...supportPortalRoutes(deps), ...supportConsoleRoutes(deps)],
};
