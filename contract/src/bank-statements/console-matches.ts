import * as z from "zod/mini";
import { wireFc } from "../amounts.ts";
import { operatorRights } from "../operator-access.ts";
import { requestStatuses } from "../request-states.ts";
import { route, type ResponseOf } from "../route.ts";
import { keysOf } from "../sure.ts";
import { enteredText, rowId, timestamp } from "../wire.ts";
import { bankLine } from "./console.ts";

/** Which credit of the bank pays for which staking request. */

/** What differs between a credit and a request that it may pay for. Without any, the match is exact. */
export const bankDifferences = {
  utr: "Another UTR",
  amount: "Another amount",
  day: "Another day",
  payer: "Another payer",
  "named-twice": "Another request names this UTR",
  "same-picture": "Another request has the same picture",
  "paid-twice": "Another credit has this UTR",
  reversed: "The bank took it back",
} as const;
export type BankDifference = keyof typeof bankDifferences;

/** Banks book a payment of a weekend or a holiday on the next day of business. */
export const mostDaysApart = 3;

const paidRequest = z.object({
  id: z.number(),
  reference: z.string(),
  member: z.object({ id: z.number(), refId: z.string(), name: z.string() }),
  amountUsd: z.number(),
  /** Rupees at the price when it was requested, which the member was told to pay; null without a price. */
  amountInr: z.nullable(z.number()),
  utr: z.nullable(z.string()),
  status: z.enum(requestStatuses),
  requestedAt: timestamp,
});
export type PaidRequest = z.output<typeof paidRequest>;

const comparedLine = z.object({
  line: bankLine,
  differences: z.array(z.enum(keysOf(bankDifferences))),
  /** The operator who asks has imported this line, and so does not approve by it. */
  isImportedByYou: z.boolean(),
});
export type ComparedLine = z.output<typeof comparedLine>;

const bankMatch = z.extend(comparedLine, { request: paidRequest });
export type BankMatch = z.output<typeof bankMatch>;

export const mostMatches = 200;

export const bankMatches = route({
  method: "GET",
  path: "/console/bankMatches",
  access: operatorRights.decideRequests,
  summary:
    "Credits beside the staking requests that they may pay for, the oldest first: exact ones, near ones with what differs, and the requests that no credit pays for.",
  response: z.object({
    data: z.object({
      exact: z.array(bankMatch),
      near: z.array(bankMatch),
      /** Up to the last day of the statements: of later ones the bank has said nothing yet. */
      unpaid: z.array(paidRequest),
      /** The last day of the statements; null before the first one. */
      lastDay: z.nullable(z.string()),
      /** Today's price, FC for $15, at which they would be approved; null without one. */
      cost: z.nullable(z.number()),
      /** One of the lists is longer than what is shown. */
      isMore: z.boolean(),
    }),
  }),
});

export type BankMatches = ResponseOf<typeof bankMatches>["data"];

export const bankLinesOfRequest = route({
  method: "GET",
  path: "/console/stakingRequests/:id/bankLines",
  access: operatorRights.decideRequests,
  summary:
    "What the bank says about one staking request: the credits that may pay for it, with what differs. Null where the statements say nothing about it, such as before the first one.",
  params: rowId,
  response: z.object({
    data: z.nullable(
      z.object({
        /** One may pay for another request. */
        lines: z.array(comparedLine),
        /** The last day of the statements: of later ones the bank has said nothing yet. */
        lastDay: z.string(),
      }),
    ),
  }),
});

export type LinesOfRequest = NonNullable<ResponseOf<typeof bankLinesOfRequest>["data"]>;

export const matchBankLine = route({
  method: "POST",
  path: "/console/bankLines/:id/match",
  access: operatorRights.decideRequests,
  summary:
    "This credit pays for this request, also for one that was approved before. A pending one is still decided in its queue.",
  params: rowId,
  body: z.strictObject({
    reference: enteredText("Please enter the reference of a request", { most: 40, tooLong: "Too long" }),
  }),
  response: z.object({}),
});

export const setBankLineAside = route({
  method: "POST",
  path: "/console/bankLines/:id/setAside",
  access: operatorRights.decideRequests,
  summary: "This credit pays for no request, and why. It can be brought back.",
  params: rowId,
  body: z.strictObject({
    reason: enteredText("Please say why", { least: 3, most: 200 }),
  }),
  response: z.object({}),
});

export const bringBankLineBack = route({
  method: "POST",
  path: "/console/bankLines/:id/bringBack",
  access: operatorRights.decideRequests,
  summary: "A credit that was set aside waits for its request again.",
  params: rowId,
  response: z.object({}),
});

/** So many are approved by one press. */
export const mostApprovedTogether = 100;

const approvedMatch = z.object({
  requestId: z.number(),
  reference: z.string(),
  /** Why it was not approved; null where it was. */
  problem: z.nullable(z.string()),
});
export type ApprovedMatch = z.output<typeof approvedMatch>;

export const approveBankMatches = route({
  method: "POST",
  path: "/console/bankMatches/approve",
  access: operatorRights.decideRequests,
  summary:
    "Approves the requests of exact matches together, within what one operator may approve alone. Who has imported a line does not approve by it.",
  body: z.strictObject({
    /** The price that the page showed: refused where another one is in force by now. */
    cost: wireFc,
    matches: z
      .array(z.strictObject({ lineId: z.int(), requestId: z.int() }))
      .check(
        z.minLength(1, "Please choose a match"),
        z.maxLength(mostApprovedTogether, `At most ${mostApprovedTogether} together`),
      ),
  }),
  response: z.object({ data: z.array(approvedMatch) }),
});
