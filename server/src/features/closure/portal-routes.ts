import * as contract from "@fc/contract/closure/portal";
import { guardedBy } from "../../core/guarded-changes/guarded-change.ts";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { closureRequest, takeBack } from "./closure.ts";
import { closureOf } from "./figures.ts";

export function closurePortalRoutes(deps: Deps): BoundRoute[] {
  const { db } = deps;
  const request = closureRequest(deps);
  return [
    handle(contract.getClosure, async ({ actor: { memberId }, now }) => ({
      data: await closureOf(db, { memberId, now }),
    })),
    guardedBy(
      request,
      handle(contract.closeAccount, async ({ body, ...call }) => {
        const dueAt = await request.make({ ...call, change: body });
        return { message: contract.closureAsked, data: { dueAt: dueAt.toISOString() } };
      }),
    ),
    handle(contract.keepAccount, async ({ actor, client, now }) => {
      await atomically(db, takeBack, { actor, client, now });
      return { message: contract.closureTakenBack };
    }),
  ];
}
