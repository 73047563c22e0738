import * as contract from "@fc/contract/dashboard/portal";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { dashboardOf, returnOnStakingOf } from "./queries.ts";

export function dashboardPortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.dashboard, async ({ actor, now }) => ({
      data: await dashboardOf(db, { memberId: actor.memberId, now }),
    })),
    handle(contract.returnOnStaking, async ({ actor, now }) => ({
      data: await returnOnStakingOf(db, { memberId: actor.memberId, now }),
    })),
  ];
}
