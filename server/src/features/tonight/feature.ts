import type { Feature } from "../../core/feature.ts";
import { tonightPortalRoutes } from "./portal-routes.ts";

export const tonightFeature: Feature = {
  routes: tonightPortalRoutes,
};
