import * as contract from "@fc/contract/profile/portal";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { profileChange } from "./profile.ts";
import { profileOf } from "./queries.ts";

export function profilePortalRoutes(deps: Deps): BoundRoute[] {
  const { db } = deps;
  const profile = profileChange(deps);
  return [
    handle(contract.getProfile, async ({ actor }) => ({ data: await profileOf(db, actor.memberId) })),
    guardedBy(
      profile,
      handle(contract.updateProfile, async ({ body, ...call }) => {
        await profile.make({ ...call, change: body });
        return { data: true, message: contract.profileUpdated };
      }),
    ),
  ];
}
