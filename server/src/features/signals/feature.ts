import type { Feature } from "../../core/feature.ts";
import { signalConsoleRoutes } from "./console-routes.ts";

export const signalsFeature: Feature = {
  routes: signalConsoleRoutes,
};
