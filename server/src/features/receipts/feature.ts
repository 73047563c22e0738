import type { Feature } from "../../core/feature.ts";
import { receiptPortalRoutes } from "./portal-routes.ts";

export const receiptsFeature: Feature = {
  routes: receiptPortalRoutes,
};
