import type { Feature } from "../../core/feature.ts";
import { jobConsoleRoutes } from "./console-routes.ts";

export const jobsFeature: Feature = {
  routes: jobConsoleRoutes,
};
