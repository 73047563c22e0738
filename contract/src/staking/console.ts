import * as z from "zod/mini";
import { wireFc } from "../amounts.ts";
import { confirmation } from "../console-request-states.ts";
import { depositStateNames } from "../deposits/states.ts";
import { operatorRights } from "../operator-access.ts";
import { periodFields } from "../period.ts";
import { proposalLine, proposalReason } from "../proposals/console.ts";
import { route } from "../route.ts";
import { requestQueueStates, requestStatuses } from "../request-states.ts";
import { csvOf, pageQuery, summedPageOf } from "../table.ts";
import { enteredText, rowId, timestamp } from "../wire.ts";
import { heldRefund } from "./console-refunds.ts";
import { stakeFaultNames } from "./console-undoing.ts";

/** The calls of the operators' queue of staking requests. */

/** The transaction that the member named, and the coins that arrived for the request. */
const queuedDeposit = z.object({
  /** Null where an operator matched a deposit that the member did not name. */
  hash: z.nullable(z.string()),
  state: z.enum(depositStateNames),
  /** When the chain was last asked. */
  checkedAt: z.nullable(timestamp),
  /** FC that the request costs, at the price when it was requested; null without a price. */
  neededFc: z.nullable(z.number()),
  /** FC that arrived for it. */
  arrivedFc: z.number(),
});
export type QueuedDeposit = z.output<typeof queuedDeposit>;

const queued = z.object({
  id: z.number(),
  reference: z.string(),
  member: z.object({ id: z.number(), refId: z.string(), name: z.string() }),
  amountUsd: z.number(),
  status: z.enum(requestStatuses),
  requestedAt: timestamp,
  /** The promise: by when it should be decided. */
  dueAt: timestamp,
  respondedAt: z.nullable(timestamp),
  /** Who decided; null while pending, or where nobody was noted. */
  decidedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Taken back by its member. */
  isCancelled: z.boolean(),
  /** By which the bank names the payment; null where the member gave none. */
  utr: z.nullable(z.string()),
  /** Missing where no transaction was named and no coins arrived. */
  deposit: z.optional(queuedDeposit),
  /** Nobody approved it: the coins came from the member's own registered address. */
  approvedItself: z.optional(z.literal(true)),
  /** How many other requests were sent with exactly the same picture, or with the same UTR. */
  sameProofs: z.number(),
  /** While it waits: today's price, FC for $15, and what it would stake at it; null without a price. */
  atToday: z.nullable(z.object({ cost: z.number(), amountFc: z.number() })),
  /** Rupees at the price when it was requested, which the member was told to pay; null without a price. */
  amountInr: z.nullable(z.number()),
  /** Two operators are needed: for itself, or together with what this operator approved alone within 24 hours. */
  needsSecond: z.boolean(),
  ...confirmation,
  /** While it waits: what the chain does not show as it should be. It then takes two operators, and a reason. */
  doubt: z.optional(
    z.object({
      /** FC that are missing of what it costs; 0 where enough arrived. */
      shortfallFc: z.number(),
      /** Some of its coins came from an address that another member has registered. */
      isFromOthers: z.boolean(),
      /** The first of two operators has confirmed exactly this. */
      isConfirmed: z.boolean(),
    }),
  ),
  /** Why the first of two operators confirmed it although the chain does not show its payment; null without that. */
  confirmedReason: z.nullable(z.string()),
});
export type QueuedStakingRequest = z.output<typeof queued>;

/** Another request, as a line. */
const shortRequest = z.object({
  reference: z.string(),
  amountUsd: z.number(),
  status: z.enum(requestStatuses),
  isCancelled: z.boolean(),
  requestedAt: timestamp,
});
export type ShortStakingRequest = z.output<typeof shortRequest>;

export const stakingQueueStates = requestQueueStates("Approved");
export const consoleStakingSorts = ["requestedAt", "amount", "respondedAt"] as const;

export const consoleStakingRequests = route({
  method: "GET",
  path: "/console/stakingRequests",
  access: operatorRights.read,
  summary: "Staking requests of all members; the pending ones oldest first.",
  query: z.extend(pageQuery(consoleStakingSorts), {
    ...periodFields,
    status: z.optional(z.enum(requestStatuses, "Please choose a status")),
  }),
  response: summedPageOf(queued, z.object({ amountUsd: z.number() })),
});

export const consoleStakingRequestsCsv = csvOf(consoleStakingRequests, "staking-requests.csv");

export const stakingQueueColumns = {
  reference: "Reference",
  name: "Name",
  refId: "User ID",
  amountUsd: "Amount ($)",
  amountInr: "Amount (₹)",
  utr: "UPI reference (UTR)",
  sameProofs: "Others with the same proof",
  state: "State",
  requestedAt: "Requested",
  dueAt: "Promised by",
  respondedAt: "Decided",
  decidedBy: "Decided by",
  reason: "Reason",
} as const;

export const consoleStakingRequest = route({
  method: "GET",
  path: "/console/stakingRequests/:id",
  access: operatorRights.read,
  summary:
    "One request with its proof, for a few minutes, its member's history, and who else sent the same proof.",
  params: rowId,
  response: z.object({
    data: z.extend(queued, {
      proofUrl: z.string(),
      proofExpiresAt: timestamp,
      sameProofOf: z.array(
        z.extend(shortRequest, {
          member: z.object({ refId: z.string(), name: z.string() }),
          /** What is the same. */
          same: z.enum(["picture", "UTR"]),
        }),
      ),
      /** What is known of its member. */
      history: z.object({
        joinedAt: timestamp,
        /** Requests of each outcome, without this one. */
        approved: z.number(),
        rejected: z.number(),
        /** Dollars in stakes that earn. */
        stakedUsd: z.number(),
        /** FC that was paid out. */
        withdrawnFc: z.number(),
        /** The newest other requests. */
        requests: z.array(shortRequest),
      }),
      /** The transfers that pay for it. */
      transfers: z.array(
        z.object({
          hash: z.string(),
          amountFc: z.number(),
          from: z.string(),
          blockNumber: z.number(),
          arrivedAt: timestamp,
          /** Since when the member has registered the address; null where it is not the member's. */
          ownSince: z.nullable(timestamp),
          /** Other members who have registered it. */
          others: z.array(z.object({ refId: z.string(), name: z.string() })),
        }),
      ),
      /** What undoing its stake would take back and what not; null where there is no running stake of it. */
      undoing: z.nullable(z.array(proposalLine)),
      /** What its member got back by undoing the stake; null where nothing had to wait for a second operator. */
      refund: z.nullable(heldRefund),
      /** Approved although less had arrived than it cost; null where nothing was missing. */
      shortfall: z.nullable(
        z.object({
          owedFc: z.number(),
          arrivedFc: z.number(),
          /** 0 once it is settled. */
          openFc: z.number(),
          settled: z.nullable(z.object({ by: z.string(), at: timestamp, reason: z.string() })),
        }),
      ),
    }),
  }),
});

const approvalReason = enteredText("Please say why", { least: 3, most: 200 });

export const confirmStaking = route({
  method: "POST",
  path: "/console/stakingRequests/:id/confirm",
  access: operatorRights.decideRequests,
  summary:
    "The first of two operators confirms a large staking request, or one whose payment the chain does not show; another one approves it.",
  params: rowId,
  body: z.strictObject({ reason: z.optional(approvalReason) }),
  response: z.object({}),
});

export const releaseRefund = route({
  method: "POST",
  path: "/console/stakingRequests/:id/releaseRefund",
  access: operatorRights.decideRequests,
  summary:
    "Another operator than the one who approved the request agrees: the coins of its undone stake can be withdrawn.",
  params: rowId,
  response: z.object({}),
});

export const approveStaking = route({
  method: "POST",
  path: "/console/stakingRequests/:id/approve",
  access: operatorRights.decideRequests,
  summary: "The payment arrived: the stake begins, at the price of this moment.",
  params: rowId,
  body: z.strictObject({
    /** The price that the page showed: refused where another one is in force by now. */
    cost: wireFc,
    /** How many uses of the same picture the operator was asked about: refused where there are more. */
    sameProofs: z.optional(z.number("How many?")),
  }),
  response: z.object({ data: z.object({ stakeId: z.number(), amountFc: z.number() }) }),
});

export const settleShortfall = route({
  method: "POST",
  path: "/console/stakingRequests/:id/settleShortfall",
  access: operatorRights.decideRequests,
  summary:
    "Proposes to settle what is missing for an approved request, such as coins that were paid in another way; another operator confirms it.",
  params: rowId,
  body: z.strictObject({ reason: proposalReason }),
  response: z.object({}),
});

export const undoStaking = route({
  method: "POST",
  path: "/console/stakingRequests/:id/undo",
  access: operatorRights.correctBalances,
  summary:
    "Proposes to undo the stake of a request that was approved by mistake; another operator confirms it.",
  params: rowId,
  body: z.strictObject({
    fault: z.enum(stakeFaultNames, "Please choose whose fault it was"),
    reason: proposalReason,
  }),
  response: z.object({}),
});

export const rejectStaking = route({
  method: "POST",
  path: "/console/stakingRequests/:id/reject",
  access: operatorRights.decideRequests,
  summary: "Rejects a request, with a reason that the member reads.",
  params: rowId,
  body: z.strictObject({
    reason: z.string("Please give a reason").check(z.maxLength(1000, "This is too long")),
  }),
  response: z.object({}),
});
