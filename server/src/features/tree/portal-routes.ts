import * as contract from "@fc/contract/tree/portal";
import type { Deps } from "../../platform/deps.ts";
import { minute } from "../../platform/clock.ts";
import { reading, type BoundRoute } from "../../platform/http/handle.ts";
import { limitUse } from "../../platform/rate-limit.ts";
import { chartOf, pathTo } from "./chart.ts";
import { foundInTeam } from "./search.ts";

/** One for each pause while somebody types: enough for a long evening, too few to read out a large team. */
const searchLimit = { name: "team-search", points: 60, windowMs: minute } as const;

export function treePortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    reading(contract.userChart, async ({ reads, actor, query }) => ({
      output: await chartOf(reads, { memberId: actor.memberId, start: query.start, depth: query.depth }),
    })),
    reading(contract.teamPath, async ({ reads, actor, params }) => ({
      data: await pathTo(reads, actor.memberId, params.refId),
    })),
    reading(contract.teamSearch, async ({ reads, actor, query, now }) => {
      await limitUse(db, searchLimit, actor.memberId, now);
      return foundInTeam(reads, actor.memberId, query.text);
    }),
  ];
}
