import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { receiptKindNames } from "../receipts/kinds.ts";
import { creditReason } from "../reports/why.ts";
import { requestStatuses } from "../request-states.ts";
import { route } from "../route.ts";
import { timestamp } from "../wire.ts";
import { memberParams } from "./console.ts";

/** What a member asks an operator about: what was requested, paid, sent and told, and the tree around the member. */

const request = {
  reference: z.string(),
  status: z.enum(requestStatuses),
  isCancelled: z.boolean(),
  requestedAt: timestamp,
  respondedAt: z.nullable(timestamp),
  reason: z.nullable(z.string()),
};
const withdrawal = z.object({ ...request, amountFc: z.number(), transactionId: z.nullable(z.string()) });
export type MemberWithdrawal = z.output<typeof withdrawal>;
const stakingRequest = z.object({ ...request, amountUsd: z.number(), utr: z.nullable(z.string()) });
export type MemberStakingRequest = z.output<typeof stakingRequest>;

const receipt = z.object({
  reference: z.string(),
  kind: z.enum(receiptKindNames),
  at: timestamp,
  amountFc: z.nullable(z.number()),
  amountUsd: z.nullable(z.number()),
});
export type MemberReceipt = z.output<typeof receipt>;

const told = z.object({
  id: z.string(),
  channel: z.enum(["app", "mail"]),
  text: z.string(),
  at: timestamp,
  /** Of a mail: when it was sent; null while it waits, and for what is no mail. */
  sentAt: z.nullable(timestamp),
});
export type ToldMember = z.output<typeof told>;

const signIn = z.object({
  id: z.string(),
  at: timestamp,
  device: z.string(),
  ip: z.string(),
  lastSeenAt: timestamp,
  isOpen: z.boolean(),
});
export type MemberSignIn = z.output<typeof signIn>;

const node = z.object({
  refId: z.string(),
  name: z.string(),
  side: z.nullable(z.enum(["left", "right"])),
  isActive: z.boolean(),
  /** In both legs together. */
  team: z.number(),
});
export type TreeMember = z.output<typeof node>;

/** A place below the member: who is there, null if it is free, and who is below on both sides. */
const place = z.object({
  side: z.enum(["left", "right"]),
  member: z.nullable(node),
  left: z.nullable(node),
  right: z.nullable(node),
});
export type TreePlace = z.output<typeof place>;

export const consoleMemberHistory = route({
  method: "GET",
  path: "/console/members/:refId/history",
  access: operatorRights.read,
  summary: "A member's newest requests, receipts, messages and sign-ins, and the tree around the member.",
  params: memberParams,
  response: z.object({
    data: z.object({
      withdrawals: z.array(withdrawal),
      stakingRequests: z.array(stakingRequest),
      receipts: z.array(receipt),
      told: z.array(told),
      signIns: z.array(signIn),
      /** The next members above, the nearest first, and two levels below. */
      tree: z.object({ above: z.array(node), below: z.array(place) }),
    }),
  }),
});

export const consoleCreditReason = route({
  method: "GET",
  path: "/console/members/:refId/credits/:transID",
  access: operatorRights.read,
  summary: "All that one of the member's rewards followed from, as the member sees it.",
  params: z.extend(memberParams, { transID: z.string().check(z.maxLength(40, "This is no transaction")) }),
  response: z.object({ data: creditReason }),
});
