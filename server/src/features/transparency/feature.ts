import type { Feature } from "../../core/feature.ts";
import { measureNetResultsTask } from "./measure.ts";
import { transparencyPortalRoutes } from "./portal-routes.ts";

export const transparencyFeature: Feature = {
  routes: transparencyPortalRoutes,
  tasks: (deps) => [measureNetResultsTask(deps)],
};
