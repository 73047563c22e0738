import type { Feature } from "../../core/feature.ts";
import { passwordPortalRoutes } from "./portal-routes.ts";

export const passwordFeature: Feature = {
  routes: passwordPortalRoutes,
};
