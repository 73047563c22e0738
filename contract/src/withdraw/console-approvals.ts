import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { route, type ResponseOf } from "../route.ts";
import { newPasskey, passkeyAnswer, passkeyInvitation, passkeyRequest } from "../security/passkey-wire.ts";
import { timestamp } from "../wire.ts";

/** The calls by which operators sign payouts. Their passkeys are for nothing else: no sign-in accepts them. */

const approvalKey = z.object({
  /** For the file of approvers on the worker's machine. */
  line: z.string(),
  /** What its operator reads out to the one who keeps that file. */
  fingerprint: z.string(),
  addedAt: timestamp,
});
export type ApprovalKey = z.output<typeof approvalKey>;

export const ownApprovalKeys = route({
  method: "GET",
  path: "/console/account/approval-keys",
  access: operatorRights.read,
  summary: "The operator's own passkeys for approving payouts.",
  response: z.object({ data: z.array(approvalKey) }),
});

export const beginApprovalKey = route({
  method: "POST",
  path: "/console/account/approval-keys/begin",
  access: operatorRights.decideRequests,
  summary: "What the browser makes a passkey for approving payouts with.",
  response: z.object({ data: passkeyInvitation }),
});

export const addApprovalKey = route({
  method: "POST",
  path: "/console/account/approval-keys",
  access: operatorRights.decideRequests,
  summary: "Keeps the passkey that the browser has made. It counts once the worker's own file names it.",
  body: z.strictObject({ passkey: newPasskey }),
  response: z.object({ data: approvalKey }),
});

export const payoutBatch = route({
  method: "GET",
  path: "/console/payout-batch",
  access: operatorRights.decideRequests,
  summary:
    "What the operator has not signed yet, as one text: payouts, or that a paused wallet pays again; null where there is nothing.",
  response: z.object({
    data: z.nullable(
      z.object({
        purpose: z.enum(["payouts", "release"]),
        text: z.string(),
        payouts: z.array(
          z.object({ reference: z.string(), name: z.string(), address: z.string(), amount: z.number() }),
        ),
        /** Null where the operator has no passkey for it yet. */
        request: z.nullable(passkeyRequest),
      }),
    ),
  }),
});
export type PayoutBatchToSign = NonNullable<ResponseOf<typeof payoutBatch>["data"]>;

export const approvePayouts = route({
  method: "POST",
  path: "/console/payout-batch/approve",
  access: operatorRights.decideRequests,
  summary: "Keeps the operator's signature over a batch of payouts; the worker verifies it before it pays.",
  body: z.strictObject({
    text: z.string().check(z.maxLength(30_000, "This batch is too long")),
    answer: passkeyAnswer,
  }),
  response: z.object({}),
});
