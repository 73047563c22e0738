import * as contract from "@fc/contract/tree/portal";
import type { Deps } from "../../platform/deps.ts";
import { teamSearchLimit } from "../../core/network/team-search.ts";
import { reading, type BoundRoute } from "../../platform/http/handle.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { chartOf, pathTo } from "./chart.ts";
import { foundInTeam } from "./search.ts";

export function treePortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    reading(contract.userChart, async ({ reads, actor, query }) => ({
      output: await chartOf(reads, { memberId: actor.memberId, start: query.start, depth: query.depth }),
    })),
    reading(contract.teamPath, async ({ reads, actor, params }) => ({
      data: await pathTo(reads, actor.memberId, params.refId),
    })),
    reading(contract.teamSearch, async ({ reads, actor, query, now }) => {
      await limitUse(db, teamSearchLimit, actor.memberId, now);
      return foundInTeam(reads, actor.memberId, query.text);
    }),
  ];
}
