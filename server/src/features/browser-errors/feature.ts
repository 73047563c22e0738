import type { Feature } from "../../core/feature.ts";
import { browserErrorPortalRoutes } from "./portal-routes.ts";

export const browserErrorsFeature: Feature = {
  routes: browserErrorPortalRoutes,
};
