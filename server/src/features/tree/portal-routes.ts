import * as contract from "@fc/contract/tree/portal";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { chartOf, pathTo } from "./chart.ts";

export function treePortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.userChart, async ({ actor, query }) => ({
      output: await chartOf(db, { memberId: actor.memberId, start: query.start, depth: query.depth }),
    })),
    handle(contract.teamPath, async ({ actor, params }) => ({
      data: await pathTo(db, actor.memberId, params.refId),
    })),
  ];
}
