import * as contract from "@fc/contract/tree/portal";
import type { Deps } from "../../platform/deps.ts";
import { minute } from "../../platform/clock.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { chartOf, pathTo } from "./chart.ts";
import { foundInTeam } from "./search.ts";

/** One for each pause while somebody types: enough for a long evening, too few to read out a large team. */
const searchLimit = { name: "team-search", points: 60, windowMs: minute } as const;

export function treePortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.userChart, async ({ actor, query }) => ({
      output: await chartOf(db, { memberId: actor.memberId, start: query.start, depth: query.depth }),
    })),
    handle(contract.teamPath, async ({ actor, params }) => ({
      data: await pathTo(db, actor.memberId, params.refId),
    })),
    handle(contract.teamSearch, async ({ actor, query, now }) => {
      await limitUse(db, searchLimit, actor.memberId, now);
      return foundInTeam(db, actor.memberId, query.text);
    }),
  ];
}
