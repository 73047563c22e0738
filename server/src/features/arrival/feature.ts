import type { Feature } from "../../core/feature.ts";
import { arrivalConsoleRoutes } from "./console-routes.ts";
import { openingAct } from "./opening.ts";

export const arrivalFeature: Feature = { routes: arrivalConsoleRoutes, acts: [openingAct] };
