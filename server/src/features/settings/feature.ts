import type { Feature } from "../../core/feature.ts";
import { settingConsoleRoutes } from "./console-routes.ts";
import { settingsAct } from "./settings.ts";

export const settingsFeature: Feature = {
  routes: settingConsoleRoutes,
  acts: [settingsAct],
};
