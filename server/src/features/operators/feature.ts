import type { Feature } from "../../core/feature.ts";
import { operatorConsoleRoutes } from "./console-routes.ts";
import { forgetOldOperatorDevices, mailConsoleLinkTask } from "./devices.ts";
import { invitationAct, roleAct, signInActs } from "./operator-acts.ts";

export const operatorsFeature: Feature = {
  routes: operatorConsoleRoutes,
  tasks: (deps) => [mailConsoleLinkTask(deps), forgetOldOperatorDevices(deps)],
  acts: [invitationAct, roleAct, ...Object.values(signInActs)],
};
