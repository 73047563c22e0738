import * as contract from "@fc/contract/password/portal";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { passwordChange } from "./password.ts";

export function passwordPortalRoutes(deps: Deps): BoundRoute[] {
  const password = passwordChange(deps);
  return [
    guardedBy(
      password,
      handle(contract.changePassword, async ({ body, ...call }) => {
        await password.make({ ...call, change: body });
        return { message: contract.passwordChanged };
      }),
    ),
  ];
}
