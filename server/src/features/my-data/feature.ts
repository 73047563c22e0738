import type { Feature } from "../../core/feature.ts";
import { myDataPortalRoutes } from "./portal-routes.ts";

export const myDataFeature: Feature = {
  routes: (deps, all) => myDataPortalRoutes(deps, all.kept),
};
