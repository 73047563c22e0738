import type { Feature } from "../../core/feature.ts";
import { bankStatementConsoleRoutes } from "./console-routes.ts";

export const bankStatementsFeature: Feature = {
  routes: bankStatementConsoleRoutes,
};
