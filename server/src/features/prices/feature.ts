import type { Feature } from "../../core/feature.ts";
import { priceConsoleRoutes } from "./console-routes.ts";
import { pricePortalRoutes } from "./portal-routes.ts";
import { priceAct } from "./set-prices.ts";

export const pricesFeature: Feature = {
  routes: (deps) => [...pricePortalRoutes(deps), ...priceConsoleRoutes(deps)],
  acts: [priceAct],
};
