import * as contract from "@fc/contract/kyc/portal";
import { kycCasesOf } from "../../core/kyc/cases.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";

export function kycPortalRoutes({ db }: Deps): BoundRoute[] {
  return [handle(contract.ownKyc, async ({ actor }) => ({ data: await kycCasesOf(db, actor.memberId) }))];
}
