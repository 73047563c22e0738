import { consoleToday } from "@fc/contract/today/console";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { today } from "./queries.ts";

export function todayConsoleRoutes({ db }: Deps): BoundRoute[] {
  return [handle(consoleToday, async ({ now }) => ({ data: await today(db, now) }))];
}
