import type { Feature } from "../../core/feature.ts";
import { emailPortalRoutes } from "./portal-routes.ts";

export const emailFeature: Feature = {
  routes: emailPortalRoutes,
};
