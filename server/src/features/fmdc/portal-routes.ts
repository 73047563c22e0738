import * as contract from "@fc/contract/fmdc/portal";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { createFmdc, fmdcOf } from "./fmdc.ts";

export function fmdcPortalRoutes({ db, secretKey }: Deps): BoundRoute[] {
  return [
    handle(contract.getAllFmdcs, async ({ actor: { memberId, refId } }) => {
      const token = await fmdcOf(db, memberId);
      return token === undefined ? [] : [{ refId, token }];
    }),
    handle(contract.createFmdc, async ({ actor, body, client, now }) => {
      const token = await atomically(db, createFmdc, { actor, change: body, client, secretKey, now });
      return { data: { refId: actor.refId, token } };
    }),
  ];
}
