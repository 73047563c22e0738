import { asUsdCents } from "@fc/contract/units";
import * as contract from "@fc/contract/tonight/portal";
import { reading, type BoundRoute } from "../../platform/http/handle.ts";
import { tonightOf, tonightWith } from "./queries.ts";

export function tonightPortalRoutes(): BoundRoute[] {
  return [
    reading(contract.tonight, async ({ reads, actor }) => ({ data: await tonightOf(reads, actor.memberId) })),
    reading(contract.tonightWith, async ({ reads, actor, query }) => ({
      data: await tonightWith(reads, {
        memberId: actor.memberId,
        usdCents: asUsdCents(BigInt(query.usd) * 100n),
      }),
    })),
  ];
}
