import * as contract from "@fc/contract/plan/portal";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { planDocuments, planHistoryOf, planInForceOf } from "./queries.ts";

export function planPortalRoutes({ db }: Deps): BoundRoute[] {
  const documentOf = planDocuments(db);
  return [
    handle(contract.planInForce, async ({ now }) => ({ data: await planInForceOf(db, now) })),
    handle(contract.planHistory, async ({ actor, now }) => ({
      data: await planHistoryOf(db, { memberId: actor.memberId, now }),
    })),
    handle(contract.planDocumentPdf, ({ query: { language = "en", paper = "a4", version }, now }) =>
      documentOf({ language, paper, version, now }),
    ),
  ];
}
