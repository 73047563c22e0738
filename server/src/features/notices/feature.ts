import type { Feature } from "../../core/feature.ts";
import { noticeConsoleRoutes } from "./console-routes.ts";
import { noticePortalRoutes } from "./portal-routes.ts";

export const noticesFeature: Feature = {
  routes: (deps) => [...noticePortalRoutes(deps), ...noticeConsoleRoutes(deps)],
};
