import * as z from "zod/mini";
import { languageCodes } from "../languages.ts";
import { requestStatuses } from "../request-states.ts";
import { route } from "../route.ts";
import { taxParts } from "../taxes/sentence.ts";
import { earningDays } from "../staking/portal.ts";
import { csv } from "../table.ts";
import { drawOrder } from "../wallet/kinds.ts";
import { ownUserId, timestamp } from "../wire.ts";
import { chainCheckNames } from "../withdraw/hand-payments.ts";
import { receiptKindNames } from "./kinds.ts";

/** Of which moment's price the amounts in other currencies are. */
export const valuations = ["made", "approved", "today"] as const;

/** How far the hot wallet is with a withdrawal; null where a person pays it. */
export const payoutTimes = z.nullable(
  z.object({
    handedAt: timestamp,
    sentAt: z.nullable(timestamp),
    blockAt: z.nullable(timestamp),
    /** No person has looked at it. Members are not told the rules: a thief would stay below their limits. */
    isAutomatic: z.boolean(),
  }),
);

const receiptData = z.object({
  reference: z.string(),
  kind: z.enum(receiptKindNames),
  /** Whether the reader did it, or was the one for whom another member did it. */
  side: z.enum(["own", "received"]),
  status: z.enum(requestStatuses),
  /** Rejected because its own member took it back. */
  isCancelled: z.boolean(),
  /** Pending, and an operator is paying it just now: too late to take it back. */
  isBeingPaid: z.boolean(),
  payout: payoutTimes,
  /** Whether the reader can take it back now. */
  canCancel: z.boolean(),
  /** Null where there is no price to say it in coins, dollars or rupees. */
  amountFc: z.nullable(z.number()),
  amountUsd: z.nullable(z.number()),
  amountInr: z.nullable(z.number()),
  valuedAt: z.enum(valuations),
  feeFc: z.number(),
  /** Deducted at source, and what it follows from; null where nothing is. */
  taxFc: z.number(),
  taxParts: z.nullable(taxParts),
  /** What is owed and was collected; while pending, what would be collected now. Null where none can be. */
  deductionFc: z.nullable(z.number()),
  /** What arrives, or would. */
  netFc: z.nullable(z.number()),
  netUsd: z.nullable(z.number()),
  netInr: z.nullable(z.number()),
  /** The other member; null where there is none. */
  counterpart: z.nullable(z.object({ refId: z.string(), name: z.string() })),
  address: z.nullable(z.string()),
  /** Named beside the address. */
  network: z.nullable(z.string()),
  /** What the coins were taken from; they go back there if they are not sent. */
  drawn: z.nullable(z.array(z.object({ wallet: z.enum(drawOrder), amountFc: z.number() }))),
  requestedAt: timestamp,
  /** While pending: by when it is promised to be decided. */
  dueAt: z.nullable(timestamp),
  respondedAt: z.nullable(timestamp),
  /** While the hot wallet pays it, the transaction that it sent last. */
  transactionId: z.nullable(z.string()),
  /** What the chain says of a payment that an operator made by hand; missing where nobody has looked. */
  chainCheck: z.optional(z.enum(chainCheckNames)),
  /** Where the transaction can be looked up. */
  explorerUrl: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Of the stake that it started. */
  stakeEarns: z.nullable(earningDays),
  stakeEndedAt: z.nullable(timestamp),
  isStakeReversed: z.boolean(),
});
export type Receipt = z.output<typeof receiptData>;

const ownReceipt = z.extend(ownUserId, {
  reference: z.string().check(z.maxLength(40, "This reference is too long")),
});

export const receipt = route({
  method: "GET",
  path: "/user/getReceipt/:userId/:reference",
  access: "member",
  summary: "The receipt of one of the member's money movements, by its reference.",
  params: ownReceipt,
  response: z.object({ data: receiptData }),
  beforeAcceptance: true,
});

export const receiptPdf = route({
  method: "GET",
  path: "/user/getReceipt/:userId/:reference/pdf",
  access: "member",
  summary: "The same as a PDF.",
  params: ownReceipt,
  query: z.strictObject({ language: z.optional(z.enum(languageCodes)) }),
  response: csv,
  download: { contentType: "application/pdf", filename: "receipt.pdf" },
});
