import * as contract from "@fc/contract/notices";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { noticesFor } from "./queries.ts";

export function noticeRoutes({ db }: Deps): BoundRoute[] {
  return [handle(contract.notices, ({ actor: { memberId }, now }) => noticesFor(db, { memberId, now }))];
}
