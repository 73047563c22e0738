import * as contract from "@fc/contract/pauses/console";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { activePauses, openAgain, pause } from "./pausing.ts";

export function pauseConsoleRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.consolePauses, async ({ operating }) => ({
      data: await activePauses(db, operating.now),
    })),
    handle(contract.pauseForMembers, async ({ params, body, operating }) => {
      await atomically(db, pause, { ...params, ...body, operating });
      return {};
    }),
    handle(contract.openForMembers, async ({ params, body, operating }) => ({
      data: await atomically(db, openAgain, { ...params, ...body, operating, publicUrl }),
    })),
  ];
}
