import * as contract from "@fc/contract/profile/portal";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { updateProfile } from "./profile.ts";
import { profileOf } from "./queries.ts";

export function profilePortalRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    handle(contract.getProfile, async ({ actor }) => ({ data: await profileOf(db, actor.memberId) })),
    handle(contract.updateProfile, async ({ actor, body, client, now }) => {
      await atomically(db, updateProfile, { actor, change: body, client, secretKey, now });
      return { data: true, message: contract.profileUpdated };
    }),
  ];
}
