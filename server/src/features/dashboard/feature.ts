import type { Feature } from "../../core/feature.ts";
import { dashboardPortalRoutes } from "./portal-routes.ts";

export const dashboardFeature: Feature = {
  routes: dashboardPortalRoutes,
};
