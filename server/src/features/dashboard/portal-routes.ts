import * as contract from "@fc/contract/dashboard/portal";
import { reading, type BoundRoute } from "../../platform/http/handle.ts";
import { dashboardOf, returnOnStakingOf } from "./queries.ts";

export function dashboardPortalRoutes(): BoundRoute[] {
  return [
    reading(contract.dashboard, async ({ reads, actor, now }) => ({
      data: await dashboardOf(reads, { memberId: actor.memberId, now }),
    })),
    reading(contract.returnOnStaking, async ({ reads, actor, now }) => ({
      data: await returnOnStakingOf(reads, { memberId: actor.memberId, now }),
    })),
  ];
}
