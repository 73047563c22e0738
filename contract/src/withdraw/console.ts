import * as z from "zod/mini";
import { confirmation } from "../console-request-states.ts";
import { kycCasePartNames, kycStateNames } from "../kyc/states.ts";
import { fcFromWire } from "../money.ts";
import { memberStatuses } from "../members/console-filter.ts";
import { operatorRights } from "../operator-access.ts";
import { periodFields } from "../period.ts";
import { route, type ResponseOf } from "../route.ts";
import { memberEventKinds } from "../security/portal.ts";
import { requestQueueStates, requestStatuses } from "../request-states.ts";
import { csv, csvOf, pageQuery, summedPageOf } from "../table.ts";
import { rowId, timestamp } from "../wire.ts";
import { payoutStateNames } from "./console-payout-states.ts";
import { handPaymentStateNames } from "./hand-payments.ts";
import { addressKindOf, withdrawTypes, type AddressKind, type WithdrawType } from "./kinds.ts";
import { heldAfterKinds } from "./portal.ts";

/** The calls of the operators' queue of withdrawals. */

/** Stands for the transaction where nothing is sent, because a deduction takes all of it. */
export const noTransaction = "none";

interface Transaction {
  /** What its id, in lower case, looks like. */
  readonly shape: RegExp;
  readonly shapeText: string;
}

/** How a payment to each kind of address is named. */
const transactions: Readonly<Record<AddressKind, Transaction>> = {
  "coin-address": {
    shape: /^0x[0-9a-f]{64}$/,
    shapeText: "A transaction ID is 0x and 64 digits or letters from a to f",
  },
};

function transactionsOf(types: readonly WithdrawType[]): Transaction[] {
  const kinds = new Set(types.map(addressKindOf));
  return [...kinds].flatMap((kind) => (kind === undefined ? [] : transactions[kind]));
}

/** A transaction's id as it is stored; undefined for a text that names no payment of these types. */
export function transactionIdIn(
  text: string,
  types: readonly WithdrawType[] = withdrawTypes,
): string | undefined {
  const id = text.trim().toLowerCase();
  const isNamed = id === noTransaction || transactionsOf(types).some(({ shape }) => shape.test(id));
  return isNamed ? id : undefined;
}

/** What the id of such a payment looks like. */
export function transactionIdShape(types: readonly WithdrawType[] = withdrawTypes): string {
  return transactionsOf(types)
    .map(({ shapeText }) => shapeText)
    .join(". ");
}

/** Why a text cannot name a payment of this type; undefined where it can. */
export function transactionProblem(text: string, type: WithdrawType): string | undefined {
  const isNamed = text !== noTransaction && transactionIdIn(text, [type]) !== undefined;
  return isNamed ? undefined : transactionIdShape([type]);
}

const payment = {
  transactionId: z
    .string("Please enter the transaction")
    .check(z.refine((text) => transactionIdIn(text) !== undefined, transactionIdShape())),
  /** What was sent, as the page or the file said: refused where another amount is due by now. */
  net: z
    .number("Please enter what was sent")
    .check(z.refine((coins) => fcFromWire(coins) !== undefined, "Please enter what was sent")),
};

const queued = z.object({
  id: z.number(),
  reference: z.string(),
  member: z.object({ id: z.number(), refId: z.string(), name: z.string() }),
  type: z.enum(withdrawTypes),
  amount: z.number(),
  fee: z.number(),
  /** Deducted at source. */
  tax: z.number(),
  /** What is to be sent: less the fee, the tax and, as of now, what the member owes. */
  net: z.number(),
  /** In full for the operator who is paying it and, once it is decided, for all who may pay; shortened otherwise. */
  address: z.string(),
  status: z.enum(requestStatuses),
  requestedAt: timestamp,
  /** The promise: by when it should be decided. */
  dueAt: timestamp,
  respondedAt: z.nullable(timestamp),
  decidedBy: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Taken back by its member. */
  isCancelled: z.boolean(),
  /** Nothing is paid while the account is not active: an operator looks at it and unblocks it first. */
  memberStatus: z.enum(memberStatuses),
  /** Two operators are needed: for itself, or together with what this operator pays alone within 24 hours. */
  needsSecond: z.boolean(),
  ...confirmation,
  /** Who took the address to pay it, and since when its member cannot take it back any more. */
  payingBy: z.nullable(z.object({ id: z.number(), name: z.string(), at: timestamp })),
  /** The hot wallet pays it, by this payout. */
  payout: z.nullable(z.object({ id: z.number(), state: z.enum(payoutStateNames), at: timestamp })),
  /** What the chain says of a payment that was made by hand; null where nobody has looked. */
  onChain: z.nullable(z.enum(handPaymentStateNames)),
  /** Why the rules for payouts have left it to a person; null where they have not looked at it. */
  rulesStop: z.nullable(z.string()),
});
export type QueuedWithdrawal = z.output<typeof queued>;

export const withdrawalQueueStates = requestQueueStates("Accepted");
export const consoleWithdrawalSorts = ["requestedAt", "amount", "respondedAt"] as const;

export const consoleWithdrawals = route({
  method: "GET",
  path: "/console/withdrawals",
  access: operatorRights.read,
  summary: "Coin withdrawals of all members; the pending ones oldest first.",
  query: z.extend(pageQuery(consoleWithdrawalSorts), {
    ...periodFields,
    status: z.optional(z.enum(requestStatuses, "Please choose a status")),
  }),
  response: summedPageOf(
    queued,
    z.object({ amountFc: z.number(), feeFc: z.number(), taxFc: z.number(), netFc: z.number() }),
  ),
});

export const consoleWithdrawalsCsv = csvOf(consoleWithdrawals, "withdrawals.csv");

export const withdrawalQueueColumns = {
  reference: "Reference",
  name: "Name",
  refId: "User ID",
  amount: "Amount (FC)",
  fee: "Fee (FC)",
  tax: "Tax (FC)",
  net: "Net (FC)",
  address: "Address",
  state: "State",
  requestedAt: "Requested",
  dueAt: "Promised by",
  respondedAt: "Decided",
  decidedBy: "Decided by",
  transactionId: "Transaction ID",
  reason: "Reason",
} as const;

export const consoleWithdrawal = route({
  method: "GET",
  path: "/console/withdrawals/:id",
  access: operatorRights.read,
  summary: "One withdrawal with what an operator should know of its member before paying.",
  params: rowId,
  response: z.object({
    data: z.extend(queued, {
      risk: z.object({
        joinedAt: timestamp,
        isBlocked: z.boolean(),
        /** Since when coins are sent to today's address; null where there is none any more. */
        addressSince: z.nullable(timestamp),
        /** Whether the member's address is still the one of this request. */
        isSameAddress: z.boolean(),
        heldUntil: z.nullable(timestamp),
        heldAfter: z.nullable(z.enum(heldAfterKinds)),
        stakedUsd: z.number(),
        /** Left in the three wallets. */
        balanceFc: z.number(),
        withdrawnFc: z.number(),
        earlierAccepted: z.number(),
        earlierRejected: z.number(),
        owedFc: z.number(),
        /** Since when these are there; what they say is revealed on the member's page. */
        kyc: z.object({ bank: z.nullable(timestamp), pan: z.nullable(timestamp) }),
        kycStates: z.partialRecord(z.enum(kycCasePartNames), z.enum(kycStateNames)),
        /** What the member changed or requested last, newest first. */
        changes: z.array(z.object({ id: z.string(), kind: z.enum(memberEventKinds), at: timestamp })),
        /** The last lines of the three wallets, newest first. */
        ledger: z.array(
          z.object({ id: z.string(), at: timestamp, message: z.string(), changeFc: z.number() }),
        ),
      }),
    }),
  }),
});

export const confirmWithdrawal = route({
  method: "POST",
  path: "/console/withdrawals/:id/confirm",
  access: operatorRights.decideRequests,
  summary: "The first of two operators confirms a large withdrawal; another one accepts it.",
  params: rowId,
  response: z.object({}),
});

export const startPaying = route({
  method: "POST",
  path: "/console/withdrawals/:id/startPaying",
  access: operatorRights.decideRequests,
  summary:
    "The operator takes the address to pay it: from now on the member cannot take it back, and nobody else is given the address to pay it. Refused while somebody else is paying it, unless `from` names them.",
  params: rowId,
  body: z.strictObject({
    /** Who was paying it, as the page shows it: taking over from somebody is meant, and never happens by chance. */
    from: z.nullable(z.number("From whom?")),
  }),
  response: z.object({ data: z.object({ address: z.string() }) }),
});

export const handOverWithdrawal = route({
  method: "POST",
  path: "/console/withdrawals/:id/handOver",
  access: operatorRights.decideRequests,
  summary:
    "Hands a withdrawal to the hot wallet, which pays it. From now on no person pays or rejects it, and its member cannot take it back.",
  params: rowId,
  body: z.strictObject({ net: payment.net }),
  response: z.object({ data: z.object({ payoutId: z.number() }) }),
});

export const stopPaying = route({
  method: "POST",
  path: "/console/withdrawals/:id/stopPaying",
  access: operatorRights.decideRequests,
  summary: "The operator who took it to pay has not paid it: the member can take it back again.",
  params: rowId,
  response: z.object({}),
});

export const acceptWithdrawal = route({
  method: "POST",
  path: "/console/withdrawals/:id/accept",
  access: operatorRights.decideRequests,
  summary: "Accepts a withdrawal that was paid.",
  params: rowId,
  body: z.strictObject(payment),
  response: z.object({ data: z.object({ deductionFc: z.number(), netFc: z.number() }) }),
});

export const correctTransaction = route({
  method: "POST",
  path: "/console/withdrawals/:id/correctTransaction",
  access: operatorRights.decideRequests,
  summary:
    "Names another transaction for a withdrawal that was paid by hand and that the chain does not show. It is looked up again.",
  params: rowId,
  body: z.strictObject({ transactionId: payment.transactionId }),
  response: z.object({}),
});

export const rejectWithdrawal = route({
  method: "POST",
  path: "/console/withdrawals/:id/reject",
  access: operatorRights.decideRequests,
  summary:
    "Rejects a withdrawal, with a reason that the member reads; the money goes back where it came from.",
  params: rowId,
  body: z.strictObject({
    reason: z.string("Please give a reason").check(z.maxLength(1000, "This is too long")),
  }),
  response: z.object({}),
});

export const paymentBatchColumns = {
  reference: "Reference",
  refId: "User ID",
  name: "Name",
  address: "Address",
  coins: "Coins (FC)",
  transactionId: "Transaction ID",
} as const;

export const paymentBatch = route({
  method: "POST",
  path: "/console/withdrawals/takeToPay",
  access: operatorRights.decideRequests,
  summary:
    "Takes withdrawals to be paid, and returns them as a file. The last column is for the transaction ID. Withdrawals with a warning, and those that somebody else is paying, are not included. The members cannot take back those in the file any more.",
  response: csv,
  download: { contentType: "text/csv", filename: "withdrawals-to-pay.csv" },
});

const importedPayments = z.strictObject({
  payments: z
    .array(
      z.strictObject({ id: z.number().check(z.int(), z.positive(), z.maximum(2 ** 31 - 1)), ...payment }),
    )
    .check(z.minLength(1, "There is nothing to import"), z.maxLength(500, "At most 500 at once")),
});

export const checkPayments = route({
  method: "POST",
  path: "/console/withdrawals/import/check",
  access: operatorRights.decideRequests,
  summary: "Says for each line of a filled-in file what importing it would do. Nothing is changed.",
  body: importedPayments,
  response: z.object({
    data: z.array(
      z.object({
        id: z.number(),
        /** Whose withdrawal it is; null if there is no such withdrawal. */
        member: z.nullable(z.object({ refId: z.string(), name: z.string() })),
        /** Null if there is no such withdrawal. */
        reference: z.nullable(z.string()),
        net: z.number(),
        transactionId: z.string(),
        problem: z.nullable(z.string()),
      }),
    ),
  }),
});
export type CheckedPayment = ResponseOf<typeof checkPayments>["data"][number];

export const importPayments = route({
  method: "POST",
  path: "/console/withdrawals/import",
  access: operatorRights.decideRequests,
  summary:
    "Accepts the withdrawals that the filled-in file says were paid, one by one, and returns the result of each.",
  body: z.extend(importedPayments, {
    /** What the file is called, for the history. */
    file: z.optional(z.string().check(z.maxLength(200, "At most 200 characters"))),
    /** How many of its lines the check refused, so that they are not sent. */
    leftOut: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(100_000))),
  }),
  response: z.object({
    data: z.array(z.object({ id: z.number(), problem: z.nullable(z.string()) })),
  }),
});

const importedLine = z.object({
  reference: z.string(),
  net: z.number(),
  transactionId: z.string(),
  /** Why it was refused; null if it was accepted. */
  problem: z.nullable(z.string()),
});
export type ImportedLine = z.output<typeof importedLine>;

export const paymentImports = route({
  method: "GET",
  path: "/console/withdrawals/imports",
  access: operatorRights.decideRequests,
  summary: "The newest imports of payment files, with what became of each line.",
  response: z.object({
    data: z.array(
      z.object({
        id: z.number(),
        at: timestamp,
        by: z.string(),
        file: z.string(),
        leftOut: z.number(),
        /** Null where it stopped in the middle: its lines are then those that the queue shows as accepted. */
        finishedAt: z.nullable(timestamp),
        lines: z.array(importedLine),
      }),
    ),
  }),
});
export type PaymentImport = ResponseOf<typeof paymentImports>["data"][number];
