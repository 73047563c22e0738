import * as contract from "@fc/contract/password/portal";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { changePassword } from "./password.ts";

export function passwordPortalRoutes(deps: Deps): BoundRoute[] {
  return [
    handle(contract.changePassword, async ({ actor, body, client, now }) => {
      await changePassword(deps, { actor, change: body, client, now });
      return { message: contract.passwordChanged };
    }),
  ];
}
