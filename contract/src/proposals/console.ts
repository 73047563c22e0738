import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { requestStatuses } from "../request-states.ts";
import { route } from "../route.ts";
import { heldRefund } from "../staking/console-refunds.ts";
import { rowId, timestamp } from "../wire.ts";
import { proposalKindNames } from "./console-kinds.ts";

/** The calls by which a second person decides what redirects money. */

/** A value from before beside the new one. */
export const proposalLine = z.object({ label: z.string(), from: z.string(), to: z.string() });

const proposal = z.object({
  id: z.number(),
  kind: z.enum(proposalKindNames),
  /** What it is about: a group of settings, an operator, a stake. */
  subject: z.string(),
  title: z.string(),
  lines: z.array(proposalLine),
  reason: z.string(),
  status: z.enum(requestStatuses),
  /** Done at once by the only admin that there was. */
  isAlone: z.boolean(),
  proposedBy: z.object({ id: z.number(), name: z.string() }),
  proposedAt: timestamp,
  expiresAt: timestamp,
  /** Why it cannot be confirmed any more, while it waits. */
  problem: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  refusal: z.nullable(z.string()),
});
export type ConsoleProposal = z.output<typeof proposal>;

export const consoleProposals = route({
  method: "GET",
  path: "/console/proposals",
  access: operatorRights.read,
  summary: "What waits for a second person, the oldest first, and what was decided lately.",
  response: z.object({
    data: z.object({
      open: z.array(proposal),
      decided: z.array(proposal),
      /** Coins of undone stakes, which wait for another operator than the one who approved the payment. */
      refunds: z.array(heldRefund),
      /** How much waits that takes two people too, and is decided on the page where it belongs. */
      elsewhere: z.object({ adjustments: z.number(), corrections: z.number(), funding: z.number() }),
    }),
  }),
});

export const confirmProposal = route({
  method: "POST",
  path: "/console/proposals/:id/confirm",
  access: operatorRights.decideProposals,
  summary: "Another person than the one who proposed it confirms it: it is done at once.",
  params: rowId,
  response: z.object({}),
});

/** Why something is proposed or refused, for the other operators. */
export const proposalReason = z
  .string("Please give a reason")
  .check(
    z.trim(),
    z.minLength(3, "Please give a reason of at least three letters"),
    z.maxLength(200, "This is too long"),
  );

export const refuseProposal = route({
  method: "POST",
  path: "/console/proposals/:id/refuse",
  access: operatorRights.decideProposals,
  summary: "Refuses a proposal; who proposed it takes it back so.",
  params: rowId,
  body: z.strictObject({ reason: proposalReason }),
  response: z.object({}),
});
