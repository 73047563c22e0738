import * as contract from "@fc/contract/tonight/portal";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { tonightOf, tonightWith } from "./queries.ts";

export function tonightPortalRoutes({ db }: Deps): BoundRoute[] {
  return [
    handle(contract.tonight, async ({ actor }) => ({ data: await tonightOf(db, actor.memberId) })),
    handle(contract.tonightWith, async ({ actor, query }) => ({
      data: await tonightWith(db, { memberId: actor.memberId, usdCents: BigInt(query.usd) * 100n }),
    })),
  ];
}
