import * as z from "zod/mini";
import { requestedJob } from "../jobs/requested-jobs.ts";
import { dryRunResult } from "../closings/console.ts";
import { operatorRights } from "../operator-access.ts";
import { indiaDay } from "../period.ts";
import { planRules } from "./rules.ts";
import { proposalReason } from "../proposals/console.ts";
import { route } from "../route.ts";
import { rowId, seenVersion, timestamp } from "../wire.ts";

/** The plan's versions as operators see them: what was, is and will be in force, and the draft of the next one. */
export const versionStates = ["past", "in force", "scheduled", "withdrawn"] as const;

const version = z.object({
  version: z.number(),
  state: z.enum(versionStates),
  effectiveFrom: z.string(),
  /** The last day it was, or will be, in force; null without an end, or where it was withdrawn. */
  effectiveTo: z.nullable(z.string()),
  rules: planRules,
  createdBy: z.nullable(z.string()),
  createdAt: timestamp,
  withdrawnBy: z.nullable(z.string()),
  withdrawnAt: z.nullable(timestamp),
});
export type ConsolePlanVersion = z.output<typeof version>;

const draft = z.object({
  /** Counts up with every save, so that saving over somebody else's change is refused. */
  revision: z.number(),
  rules: planRules,
  editedBy: z.string(),
  editedAt: timestamp,
  /** The newest dry run of exactly these rules. */
  dryRun: z.nullable(requestedJob(dryRunResult)),
});
export type PlanDraft = z.output<typeof draft>;

export const planVersions = route({
  method: "GET",
  path: "/console/plan",
  access: operatorRights.read,
  summary: "Every version of the plan with its days, newest first, and the draft.",
  response: z.object({
    data: z.object({
      versions: z.array(version),
      draft: z.nullable(draft),
      /** The first day that a version can still be scheduled for. */
      earliest: z.string(),
      /** Whether an operator has decided on the plan in force. Until then there is no first member. */
      isDecided: z.boolean(),
    }),
  }),
});

const revision = z.number("Which draft?").check(z.int("Which draft?"), z.minimum(0, "Which draft?"));

export const savePlanDraft = route({
  method: "PUT",
  path: "/console/plan/draft",
  access: operatorRights.changePlan,
  summary: "Begins the draft, or saves it over the one that was read.",
  body: z.strictObject({ revision, rules: planRules }),
  response: z.object({ data: z.object({ revision: z.number() }) }),
});

export const discardPlanDraft = route({
  method: "POST",
  path: "/console/plan/draft/discard",
  access: operatorRights.changePlan,
  summary: "Discards the draft.",
  body: z.strictObject({ revision }),
  response: z.object({}),
});

export const dryRunPlanDraft = route({
  method: "POST",
  path: "/console/plan/draft/dryRun",
  access: operatorRights.changePlan,
  summary: "Has a worker compute what the next closing would pay by the draft. Nothing is written.",
  body: z.strictObject({ revision }),
  response: z.object({ data: z.object({ id: z.number() }) }),
});

export const schedulePlanDraft = route({
  method: "POST",
  path: "/console/plan/draft/schedule",
  access: operatorRights.changePlan,
  summary: "Makes the draft a version, in force from a day to come, once a second admin confirms it.",
  body: z.strictObject({ revision, effectiveFrom: indiaDay, reason: z.optional(proposalReason) }),
  /** Null while it waits for a second admin. */
  response: z.object({ data: z.object({ version: z.nullable(z.number()) }) }),
});

export const confirmPlan = route({
  method: "POST",
  path: "/console/plan/confirm",
  access: operatorRights.changePlan,
  summary:
    "Confirms the plan that came with the product, before the first member. Names the version that was read.",
  body: z.strictObject({ version: seenVersion }),
  response: z.object({}),
});

export const withdrawPlanVersion = route({
  method: "POST",
  path: "/console/plan/:id/withdraw",
  access: operatorRights.changePlan,
  summary: "Takes back a version that has not begun.",
  params: rowId,
  response: z.object({}),
});
