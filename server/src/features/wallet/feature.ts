import type { Feature } from "../../core/feature.ts";
import { walletPortalRoutes } from "./portal-routes.ts";

export const walletFeature: Feature = {
  routes: walletPortalRoutes,
};
