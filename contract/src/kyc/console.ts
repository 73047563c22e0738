import * as z from "zod/mini";
import { kycData } from "../members/console.ts";
import { operatorRights } from "../operator-access.ts";
import { periodFields } from "../period.ts";
import { route, type ResponseOf } from "../route.ts";
import { csvOf, longPageOf, pageQuery } from "../table.ts";
import { enteredText, rowId, timestamp } from "../wire.ts";
import { kycCasePartNames, kycStateNames, type KycCasePart, type KycStateName } from "./states.ts";

/** The calls of the operators' queue of KYC cases. */

export const kycPartLabels = { pan: "PAN", bank: "Bank details" } as const satisfies Record<
  KycCasePart,
  string
>;

/** What waits comes first. */
export const kycStateLabels = {
  submitted: "Submitted",
  approved: "Approved",
  rejected: "Rejected",
  renew: "To be renewed",
} as const satisfies Record<KycStateName, string>;

const queued = z.object({
  id: z.number(),
  member: z.object({ id: z.number(), refId: z.string(), name: z.string() }),
  part: z.enum(kycCasePartNames),
  state: z.enum(kycStateNames),
  /** Counts submissions. The operator who decides names the one that the page showed. */
  version: z.number(),
  submittedAt: timestamp,
  /** The promise: by when it should be decided. */
  dueAt: timestamp,
  decidedAt: z.nullable(timestamp),
  /** Null while nobody has decided, or where nobody was noted. */
  decidedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type QueuedKycCase = z.output<typeof queued>;

export const consoleKycCases = route({
  method: "GET",
  path: "/console/kyc",
  access: operatorRights.reviewKyc,
  summary: "KYC cases of all members; those that wait the oldest first. What they say is not in it.",
  query: z.extend(pageQuery(["submittedAt"]), {
    ...periodFields,
    status: z.optional(z.enum(kycStateNames, "Please choose a state")),
  }),
  response: longPageOf(queued),
});

export const consoleKycCasesCsv = csvOf(consoleKycCases, "kyc-cases.csv");

export const kycQueueColumns = {
  name: "Name",
  refId: "User ID",
  part: "Part",
  state: "State",
  submittedAt: "Submitted",
  dueAt: "Promised by",
  decidedAt: "Decided",
  decidedBy: "Decided by",
  reason: "Reason",
} as const;

export const openKycCase = route({
  method: "POST",
  path: "/console/kyc/:id/open",
  access: operatorRights.reviewKyc,
  summary:
    "Shows one case with all that the member gave, PAN and bank side by side. It is logged, and the member can see it.",
  params: rowId,
  response: z.object({
    data: z.extend(queued, {
      profile: z.object({ name: z.string(), dob: z.nullable(z.string()) }),
      shown: kycData,
      /** The state of each part that the member has given. */
      states: z.partialRecord(z.enum(kycCasePartNames), z.enum(kycStateNames)),
    }),
  }),
});
export type OpenedKycCase = ResponseOf<typeof openKycCase>["data"];

const version = z.number("Which one was shown?").check(z.int("Which one was shown?"));
const reason = enteredText("Please give a reason", { least: 3, most: 200 });

export const approveKyc = route({
  method: "POST",
  path: "/console/kyc/:id/approve",
  access: operatorRights.reviewKyc,
  summary: "Approves what the page showed.",
  params: rowId,
  body: z.strictObject({ version }),
  response: z.object({}),
});

export const rejectKyc = route({
  method: "POST",
  path: "/console/kyc/:id/reject",
  access: operatorRights.reviewKyc,
  summary: "Rejects it, with a reason that the member reads.",
  params: rowId,
  body: z.strictObject({ version, reason }),
  response: z.object({}),
});

export const renewKyc = route({
  method: "POST",
  path: "/console/kyc/:id/renew",
  access: operatorRights.reviewKyc,
  summary: "What was approved has to be given again, with a reason that the member reads.",
  params: rowId,
  body: z.strictObject({ version, reason }),
  response: z.object({}),
});
