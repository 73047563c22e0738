import type { Feature } from "../../core/feature.ts";
import { transferPortalRoutes } from "./portal-routes.ts";

export const transferFeature: Feature = {
  routes: transferPortalRoutes,
};
