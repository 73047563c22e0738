import type { Feature } from "../../core/feature.ts";
import { proposalConsoleRoutes } from "./console-routes.ts";

export const proposalsFeature: Feature = {
  routes: (deps, all) => proposalConsoleRoutes(deps, all.acts),
};
