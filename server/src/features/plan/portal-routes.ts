import * as contract from "@fc/contract/plan/portal";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import { planDocuments, planInForceOf } from "./queries.ts";

export function planPortalRoutes({ db }: Deps): BoundRoute[] {
  const documentOf = planDocuments(db);
  return [
    handle(contract.planInForce, async ({ now }) => ({ data: await planInForceOf(db, now) })),
    handle(contract.planDocumentPdf, ({ query: { language = "en", paper = "a4" }, now }) =>
      documentOf({ language, paper, now }),
    ),
  ];
}
