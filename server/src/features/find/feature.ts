import type { Feature } from "../../core/feature.ts";
import { findConsoleRoutes } from "./console-routes.ts";

export const findFeature: Feature = {
  routes: findConsoleRoutes,
};
