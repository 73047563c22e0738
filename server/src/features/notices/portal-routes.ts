import * as contract from "@fc/contract/notices/portal";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { noticesFor } from "./queries.ts";

export function noticePortalRoutes({ db }: Deps): BoundRoute[] {
  return [handle(contract.notices, ({ actor: { memberId }, now }) => noticesFor(db, { memberId, now }))];
}
