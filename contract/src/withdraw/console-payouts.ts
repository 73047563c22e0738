import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { periodFields } from "../period.ts";
import { route, type ResponseOf } from "../route.ts";
import { csvOf, pageQuery, summedPageOf } from "../table.ts";
import { enteredText, rowId, timestamp } from "../wire.ts";
import { payoutOutcomeNames, payoutStateNames } from "./console-payout-states.ts";

/** The calls of the operators' page of payouts over the chain. */

const payout = z.object({
  id: z.number(),
  withdrawalId: z.number(),
  /** Of the withdrawal. */
  reference: z.string(),
  member: z.object({ id: z.number(), refId: z.string(), name: z.string() }),
  /** Shortened: whom it is paid to is KYC data. */
  address: z.string(),
  amount: z.number(),
  state: z.enum(payoutStateNames),
  outcome: z.nullable(z.enum(payoutOutcomeNames)),
  /** Why it has no nonce yet. */
  waitReason: z.nullable(z.string()),
  nonce: z.nullable(z.number()),
  attempts: z.number(),
  handedBy: z.nullable(z.string()),
  handedAt: timestamp,
  sentAt: z.nullable(timestamp),
  blockAt: z.nullable(timestamp),
  settledAt: z.nullable(timestamp),
  givenUpAt: z.nullable(timestamp),
  /** What its transaction cost, in the chain's own coin; null until it is final. */
  feeCoin: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
});
export type PayoutRow = z.output<typeof payout>;

export const payoutSorts = ["handedAt", "amount", "settledAt"] as const;

export const consolePayouts = route({
  method: "GET",
  path: "/console/payouts",
  access: operatorRights.read,
  summary: "What the hot wallet pays and has paid, the newest first.",
  query: z.extend(pageQuery(payoutSorts), {
    ...periodFields,
    state: z.optional(z.enum(payoutStateNames, "Please choose a state")),
  }),
  response: summedPageOf(payout, z.object({ amountFc: z.number() })),
});

export const consolePayoutsCsv = csvOf(consolePayouts, "payouts.csv");

export const payoutColumns = {
  reference: "Withdrawal",
  name: "Name",
  refId: "User ID",
  amount: "Amount (FC)",
  state: "State",
  handedAt: "Handed over",
  handedBy: "By",
  sentAt: "Sent",
  settledAt: "Final",
  attempts: "Attempts",
  nonce: "Nonce",
  fee: "Fee",
  transactionId: "Transaction ID",
} as const;

const attempt = z.object({
  number: z.number(),
  kind: z.enum(["payment", "give-up"]),
  hash: z.string(),
  /** In gwei; null of one that was found on the chain. */
  maxFeeGwei: z.nullable(z.string()),
  createdAt: timestamp,
  lastSentAt: z.nullable(timestamp),
  timesSent: z.number(),
  refusal: z.nullable(z.string()),
});

export const consolePayout = route({
  method: "GET",
  path: "/console/payouts/:id",
  access: operatorRights.read,
  summary: "One payout with all its attempts.",
  params: rowId,
  response: z.object({
    data: z.extend(payout, {
      wallet: z.nullable(z.string()),
      blockNumber: z.nullable(z.number()),
      givenUpBy: z.nullable(z.string()),
      attemptList: z.array(attempt),
    }),
  }),
});
export type PayoutDetails = ResponseOf<typeof consolePayout>["data"];

export const takeBackPayout = route({
  method: "POST",
  path: "/console/payouts/:id/takeBack",
  access: operatorRights.decideRequests,
  summary: "Takes a payout back that has no nonce yet; its withdrawal is pending again.",
  params: rowId,
  response: z.object({}),
});

const reason = enteredText("Please give a reason", { most: 200, tooLong: "This is too long" });

export const giveUpPayout = route({
  method: "POST",
  path: "/console/payouts/:id/giveUp",
  access: operatorRights.decideRequests,
  summary:
    "Uses the nonce of a payout to send nothing. Its withdrawal is pending again once that is final; if the payment comes first, it stays paid.",
  params: rowId,
  body: z.strictObject({ reason }),
  response: z.object({}),
});

const hotWallet = z.object({
  address: z.string(),
  /** Null before it was looked at for the first time. */
  coins: z.nullable(z.number()),
  /** In the chain's own coin. */
  gas: z.nullable(z.string()),
  lookedAt: z.nullable(timestamp),
  /** At what it sent in the last seven days; null where it has sent nothing. */
  lastsDays: z.nullable(z.number()),
  /** What is handed over, under way, and sent on this day. */
  waitingFc: z.number(),
  underWayFc: z.number(),
  todayFc: z.number(),
  dayLimitFc: z.number(),
  paused: z.nullable(z.object({ at: timestamp, by: z.string(), reason: z.string() })),
  halted: z.nullable(z.object({ at: timestamp, reason: z.string() })),
  /** Why the worker signs nothing, as it says itself. */
  signingProblem: z.nullable(z.string()),
});
export type HotWallet = z.output<typeof hotWallet>;

export const consoleHotWallet = route({
  method: "GET",
  path: "/console/hot-wallet",
  access: operatorRights.read,
  summary: "The wallet that pays; null where no chain is set, or it was not looked at yet.",
  response: z.object({ data: z.object({ isChainSet: z.boolean(), wallet: z.nullable(hotWallet) }) }),
});

export const pauseHotWallet = route({
  method: "POST",
  path: "/console/hot-wallet/pause",
  access: operatorRights.decideRequests,
  summary: "Stops the hot wallet at once: nothing more is signed or sent.",
  body: z.strictObject({ reason }),
  response: z.object({}),
});

export const releaseHotWallet = route({
  method: "POST",
  path: "/console/hot-wallet/release",
  access: operatorRights.decideRequests,
  summary: "Proposes that the hot wallet may pay again; another operator confirms it.",
  body: z.strictObject({ reason }),
  response: z.object({ data: z.object({ isWaiting: z.boolean() }) }),
});
