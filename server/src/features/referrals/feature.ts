import type { Feature } from "../../core/feature.ts";
import { referralPortalRoutes } from "./portal-routes.ts";

export const referralsFeature: Feature = {
  routes: referralPortalRoutes,
};
