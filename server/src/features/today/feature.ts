import type { Feature } from "../../core/feature.ts";
import { todayConsoleRoutes } from "./console-routes.ts";

export const todayFeature: Feature = {
  routes: todayConsoleRoutes,
};
