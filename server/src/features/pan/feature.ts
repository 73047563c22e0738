import type { Feature } from "../../core/feature.ts";
import { panPortalRoutes } from "./portal-routes.ts";

export const panFeature: Feature = {
  routes: panPortalRoutes,
};
