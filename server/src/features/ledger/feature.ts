import type { Feature } from "../../core/feature.ts";
import { ledgerConsoleRoutes } from "./console-routes.ts";

export const ledgerFeature: Feature = {
  routes: ledgerConsoleRoutes,
};
