import type { Feature } from "../../core/feature.ts";
import { profilePortalRoutes } from "./portal-routes.ts";

export const profileFeature: Feature = {
  routes: profilePortalRoutes,
};
