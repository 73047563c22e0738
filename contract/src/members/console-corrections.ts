import * as z from "zod/mini";
import { newEmailAddress } from "../email/portal.ts";
import { operatorRights } from "../operator-access.ts";
import { panNumber } from "../pan/portal.ts";
import { personName, registrationMessages } from "../registration/portal.ts";
import { route } from "../route.ts";
import { rowId } from "../wire.ts";
import { reason } from "./console-actions.ts";
import { correction, memberParams } from "./console.ts";
import {
  identityFactNames,
  identityFacts,
  leastFactsAsked,
  type IdentityFact,
} from "./console-identity-facts.ts";

/** What a member cannot change alone: one operator proposes it, another one confirms it. */

export const correctionMessages = {
  factsMissing: `Please ask for at least ${leastFactsAsked} of the facts`,
  notRevealed: (facts: readonly IdentityFact[]) =>
    `Please reveal first: ${facts.map((fact) => identityFacts[fact]).join(", ")}`,
} as const;

const asked = z.array(z.enum(identityFactNames, "Unknown fact")).check(
  z.maxLength(identityFactNames.length, "Each fact once"),
  z.refine((facts) => new Set(facts).size >= leastFactsAsked, correctionMessages.factsMissing),
);

export const proposeEmail = route({
  method: "POST",
  path: "/console/members/:refId/emailCorrection",
  access: operatorRights.correctRecords,
  summary:
    "Proposes a new e-mail address for a member who lost the old mailbox. Nothing changes before another operator confirms it.",
  params: memberParams,
  body: z.strictObject({ newEmail: newEmailAddress, asked, reason }),
  response: z.object({ data: z.object({ id: z.number() }) }),
  idempotent: true,
});

export const proposePan = route({
  method: "POST",
  path: "/console/members/:refId/panCorrection",
  access: operatorRights.correctRecords,
  summary:
    "Proposes to correct a mistyped PAN. Another operator confirms it; the earlier record stays in the history.",
  params: memberParams,
  body: z.strictObject({ nameInPan: personName, panNumber, reason }),
  response: z.object({ data: z.object({ id: z.number() }) }),
  idempotent: true,
});

export const proposeProfile = route({
  method: "POST",
  path: "/console/members/:refId/profileCorrection",
  access: operatorRights.correctRecords,
  summary: "Proposes to correct a member's name or mobile number. Another operator confirms it.",
  params: memberParams,
  body: z.strictObject({
    name: personName,
    mobileNumber: z
      .string(registrationMessages.phoneMissing)
      .check(z.trim(), z.maxLength(32, registrationMessages.phoneWrong)),
    reason,
  }),
  response: z.object({ data: z.object({ id: z.number() }) }),
  idempotent: true,
});

export const openCorrections = route({
  method: "GET",
  path: "/console/corrections",
  access: operatorRights.correctRecords,
  summary: "Corrections that wait for a second operator, the oldest first.",
  response: z.object({ data: z.array(correction) }),
});

export const confirmCorrection = route({
  method: "POST",
  path: "/console/corrections/:id/confirm",
  access: operatorRights.correctRecords,
  summary: "Another operator than the one who proposed it confirms a correction, which makes it.",
  params: rowId,
  response: z.object({}),
});

export const refuseCorrection = route({
  method: "POST",
  path: "/console/corrections/:id/refuse",
  access: operatorRights.correctRecords,
  summary: "Refuses a correction; who proposed it may take it back so.",
  params: rowId,
  body: z.strictObject({ reason }),
  response: z.object({}),
});
