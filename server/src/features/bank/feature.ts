import type { Feature } from "../../core/feature.ts";
import { bankPortalRoutes } from "./portal-routes.ts";

export const bankFeature: Feature = {
  routes: bankPortalRoutes,
};
