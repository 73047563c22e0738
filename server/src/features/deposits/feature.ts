import type { Feature } from "../../core/feature.ts";
import { depositConsoleRoutes } from "./console-routes.ts";

export const depositsFeature: Feature = {
  routes: depositConsoleRoutes,
};
