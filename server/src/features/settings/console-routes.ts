import * as contract from "@fc/contract/settings/console";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { allSettings, settingHistory } from "./queries.ts";
import { changeSettings } from "./settings.ts";

export function settingConsoleRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.consoleSettings, async () => ({ data: await allSettings(db) })),
    handle(contract.consoleSettingHistory, ({ query }) => settingHistory(db, query)),
    handle(contract.changeSettings, async ({ params, body, operating }) => {
      const proposed = await atomically(db, changeSettings, { ...params, ...body, publicUrl, operating });
      return { data: { proposed } };
    }),
  ];
}
