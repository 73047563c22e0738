import type { Feature } from "../../core/feature.ts";
import { freezePortalRoutes } from "./portal-routes.ts";

export const freezeFeature: Feature = {
  routes: freezePortalRoutes,
};
