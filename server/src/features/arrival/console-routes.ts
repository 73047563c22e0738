import * as contract from "@fc/contract/arrival/console";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { arrivalOf } from "./queries.ts";

export function arrivalConsoleRoutes({ db }: Deps): BoundRoute[] {
  return [handle(contract.arrival, async ({ now }) => ({ data: await arrivalOf(db, now) }))];
}
