import * as contract from "@fc/contract/pan/portal";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { panChange, panRecordOf } from "./pan.ts";

export function panPortalRoutes(deps: Deps): BoundRoute[] {
  const pan = panChange(deps);
  return [
    handle(contract.getPanRecord, async ({ actor }) => ({
      data: (await panRecordOf(deps, actor.memberId)) ?? null,
    })),
    guardedBy(
      pan,
      handle(contract.createPanRecord, async ({ body, ...call }) => ({
        message: contract.panAdded,
        data: await pan.make({ ...call, change: body }),
      })),
    ),
  ];
}
