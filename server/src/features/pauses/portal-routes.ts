import * as contract from "@fc/contract/pauses/portal";
import { pausesNow } from "../../core/pauses/pauses.ts";
import { reading, type BoundRoute } from "../../platform/http/handle.ts";

export function pausePortalRoutes(): BoundRoute[] {
  return [reading(contract.pauses, async ({ reads, now }) => ({ data: await pausesNow(reads, now) }))];
}
