import * as contract from "@fc/contract/pan/portal";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { createPanRecord, panRecordOf } from "./pan.ts";

export function panPortalRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    handle(contract.getPanRecord, async ({ actor }) => ({
      data: (await panRecordOf(db, actor.memberId)) ?? null,
    })),
    handle(contract.createPanRecord, async ({ actor, body, client, now }) => ({
      message: contract.panAdded,
      data: await atomically(db, createPanRecord, { actor, change: body, client, secretKey, now }),
    })),
  ];
}
