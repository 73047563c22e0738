import type { Feature } from "../../core/feature.ts";
import { cannedTextConsoleRoutes } from "./console-routes.ts";

export const cannedTextsFeature: Feature = {
  routes: cannedTextConsoleRoutes,
};
