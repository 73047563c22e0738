import * as contract from "@fc/contract/plan/console";
import { atomically } from "../../platform/db.ts";
import type { Deps } from "../../platform/deps.ts";
import { handle, type BoundRoute } from "../../platform/http/handle.ts";
import {
  confirmInForce,
  requestDraftDryRun,
  discardDraft,
  plansOf,
  saveDraft,
  proposeVersion,
  withdraw,
} from "./drafts.ts";

export function planConsoleRoutes({ db, publicUrl }: Deps): BoundRoute[] {
  return [
    handle(contract.planVersions, async ({ now }) => ({ data: await plansOf(db, now) })),
    handle(contract.savePlanDraft, async ({ body, operating }) => {
      return { data: { revision: await atomically(db, saveDraft, { ...body, operating }) } };
    }),
    handle(contract.discardPlanDraft, async ({ body, operating }) => {
      await atomically(db, discardDraft, { ...body, operating });
      return {};
    }),
    handle(contract.dryRunPlanDraft, async ({ body, operating }) => {
      return { data: { id: await atomically(db, requestDraftDryRun, { ...body, operating }) } };
    }),
    handle(contract.schedulePlanDraft, async ({ body, operating }) => {
      return { data: { version: await atomically(db, proposeVersion, { ...body, operating, publicUrl }) } };
    }),
    handle(contract.confirmPlan, async ({ body, operating }) => {
      await atomically(db, confirmInForce, { ...body, operating });
      return {};
    }),
    handle(contract.withdrawPlanVersion, async ({ params, operating }) => {
      await atomically(db, withdraw, { version: params.id, operating });
      return {};
    }),
  ];
}
