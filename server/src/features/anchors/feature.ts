import type { Feature } from "../../core/feature.ts";
import { anchorPortalRoutes } from "./portal-routes.ts";

export const anchorsFeature: Feature = {
  routes: anchorPortalRoutes,
};
