import * as contract from "@fc/contract/fmdc/portal";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { fmdcChange, fmdcOf } from "./fmdc.ts";

export function fmdcPortalRoutes(deps: Deps): BoundRoute[] {
  const { db } = deps;
  const fmdc = fmdcChange(deps);
  return [
    handle(contract.getAllFmdcs, async ({ actor: { memberId, refId } }) => {
      const token = await fmdcOf(db, memberId);
      return token === undefined ? [] : [{ refId, token }];
    }),
    guardedBy(
      fmdc,
      handle(contract.createFmdc, async ({ body, ...call }) => {
        const token = await fmdc.make({ ...call, change: body });
        return { data: { refId: call.actor.refId, token } };
      }),
    ),
  ];
}
