import type { Feature } from "../../core/feature.ts";
import { treePortalRoutes } from "./portal-routes.ts";

export const treeFeature: Feature = {
  routes: treePortalRoutes,
};
