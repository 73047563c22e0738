import type { Feature } from "../../core/feature.ts";
import { bookConsoleRoutes } from "./console-routes.ts";

export const booksFeature: Feature = {
  routes: bookConsoleRoutes,
};
