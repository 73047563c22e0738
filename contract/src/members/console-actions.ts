import * as z from "zod/mini";
import { typedFc } from "../console-amounts.ts";
import { memberParams } from "./console.ts";
import { operatorRights } from "../operator-access.ts";
import { wallets } from "../wallet/kinds.ts";
import { route } from "../route.ts";
import { enteredText, rowId, timestamp } from "../wire.ts";

/** What operators do to a member. Each is logged, and the member can see it. */

export const reason = enteredText("Please give a reason", { least: 3, most: 150 });

export const blockMember = route({
  method: "POST",
  path: "/console/members/:refId/block",
  access: operatorRights.manageAccess,
  summary: "Keeps the member out: every session ends, and signing in is refused until unblocked.",
  params: memberParams,
  body: z.strictObject({ reason }),
  response: z.object({}),
});

export const freezeMember = route({
  method: "POST",
  path: "/console/members/:refId/freeze",
  access: operatorRights.manageAccess,
  summary:
    "For a member whose account somebody else may be in: ends every session, code and passkey, and nothing is paid until unblocked.",
  params: memberParams,
  body: z.strictObject({ reason }),
  response: z.object({}),
});

export const unblockMember = route({
  method: "POST",
  path: "/console/members/:refId/unblock",
  access: operatorRights.manageAccess,
  summary: "Lets the member in again, with the password from before.",
  params: memberParams,
  body: z.strictObject({ reason }),
  response: z.object({}),
});

export const resetAccess = route({
  method: "POST",
  path: "/console/members/:refId/resetAccess",
  access: operatorRights.manageAccess,
  summary:
    "Ends every session, voids the password and mails a temporary one; also turns the authenticator off if requested.",
  params: memberParams,
  body: z.strictObject({
    reason,
    turnOffAuthenticator: z.boolean(),
    /** The last one that the page showed: refused where there is a newer one. */
    lastReset: z.nullable(timestamp),
  }),
  response: z.object({}),
});

export const openMemberView = route({
  method: "POST",
  path: "/console/members/:refId/look",
  access: operatorRights.manageAccess,
  summary: "Opens the portal as the member sees it, for a quarter of an hour and for reading alone.",
  params: memberParams,
  response: z.object({ data: z.object({ token: z.string(), expiresAt: timestamp }) }),
});

export const setDeduction = route({
  method: "POST",
  path: "/console/members/:refId/deductions",
  access: operatorRights.correctBalances,
  summary: "What the member owes from now on; the next accepted withdrawal collects it.",
  params: memberParams,
  body: z.strictObject({ amountFc: typedFc, reason }),
  response: z.object({ data: z.object({ id: z.number() }) }),
  idempotent: true,
});

export const cancelDeduction = route({
  method: "POST",
  path: "/console/deductions/:id/cancel",
  access: operatorRights.correctBalances,
  summary: "What is not collected yet of a deduction is no longer owed.",
  params: rowId,
  body: z.strictObject({ reason }),
  response: z.object({}),
});

export const proposeAdjustment = route({
  method: "POST",
  path: "/console/members/:refId/adjustments",
  access: operatorRights.correctBalances,
  summary: "Proposes a correction of a wallet. Nothing moves before another operator confirms it.",
  params: memberParams,
  body: z.strictObject({
    wallet: z.enum(wallets, "Please choose a wallet"),
    direction: z.enum(["credit", "debit"], "credit or debit"),
    amountFc: typedFc,
    reason,
  }),
  response: z.object({ data: z.object({ id: z.number() }) }),
  idempotent: true,
});

export const confirmAdjustment = route({
  method: "POST",
  path: "/console/adjustments/:id/confirm",
  access: operatorRights.correctBalances,
  summary: "Another operator than the one who proposed it confirms an adjustment, which posts it.",
  params: rowId,
  response: z.object({}),
});

export const refuseAdjustment = route({
  method: "POST",
  path: "/console/adjustments/:id/refuse",
  access: operatorRights.correctBalances,
  summary: "Refuses an adjustment; who proposed it may take it back so.",
  params: rowId,
  body: z.strictObject({ reason }),
  response: z.object({}),
});
