import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { receiptKindNames } from "../receipts/kinds.ts";
import { requestStatuses } from "../request-states.ts";
import { taxParts } from "../taxes/sentence.ts";
import { route } from "../route.ts";
import { timestamp } from "../wire.ts";

/** What Ctrl K finds besides screens and members: records by what they are called. */
const person = z.object({ refId: z.string(), name: z.string() });

const found = z.discriminatedUnion("kind", [
  /** A money movement, by its reference, by the transaction that paid it, or by the UTR of its payment. */
  z.object({
    kind: z.literal("receipt"),
    reference: z.string(),
    receipt: z.enum(receiptKindNames),
    member: person,
  }),
  z.object({ kind: z.literal("support"), reference: z.string(), who: z.string() }),
  z.object({ kind: z.literal("entry"), id: z.string(), message: z.string() }),
  /** Coins that arrived over the chain, by their transaction. */
  z.object({ kind: z.literal("deposit"), hash: z.string(), amountFc: z.number() }),
  /** Tax that was paid to the state, by its challan. */
  z.object({ kind: z.literal("challan"), entryId: z.string(), challan: z.string() }),
]);
export type FoundRecord = z.output<typeof found>;

export const consoleFind = route({
  method: "GET",
  path: "/console/find",
  access: operatorRights.read,
  summary:
    "Records by reference, number of an entry, transaction ID, UTR or challan; each as it is, not by parts.",
  query: z.strictObject({
    text: z.string("What?").check(z.trim(), z.maxLength(80, "At most 80 characters")),
  }),
  response: z.object({ data: z.array(found) }),
});

/** A receipt of any member, for the page that its reference leads to. */
export const consoleReceipt = route({
  method: "GET",
  path: "/console/receipts/:reference",
  access: operatorRights.read,
  summary: "A money movement by its reference: whose it is, how it stands, and its entries in the ledger.",
  params: z.object({ reference: z.string().check(z.maxLength(40, "This reference is too long")) }),
  response: z.object({
    data: z.object({
      reference: z.string(),
      kind: z.enum(receiptKindNames),
      member: person,
      counterpart: z.nullable(person),
      status: z.enum(requestStatuses),
      isCancelled: z.boolean(),
      isBeingPaid: z.boolean(),
      amountFc: z.nullable(z.number()),
      amountUsd: z.nullable(z.number()),
      amountInr: z.nullable(z.number()),
      feeFc: z.number(),
      /** Deducted at source, and what it follows from. */
      taxFc: z.number(),
      taxParts: z.nullable(taxParts),
      deductionFc: z.nullable(z.number()),
      netFc: z.nullable(z.number()),
      /** Shortened: it is KYC data. */
      address: z.nullable(z.string()),
      transactionId: z.nullable(z.string()),
      utr: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      requestedAt: timestamp,
      dueAt: z.nullable(timestamp),
      respondedAt: z.nullable(timestamp),
      isStakeReversed: z.boolean(),
      stakeEndedAt: z.nullable(timestamp),
      entries: z.array(z.string()),
    }),
  }),
});
