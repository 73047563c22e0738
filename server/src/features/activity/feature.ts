import type { Feature } from "../../core/feature.ts";
import { activityPortalRoutes } from "./portal-routes.ts";

export const activityFeature: Feature = {
  routes: activityPortalRoutes,
};
