import type { Feature } from "../../core/feature.ts";
import { teamPortalRoutes } from "./portal-routes.ts";

export const teamFeature: Feature = {
  routes: teamPortalRoutes,
};
