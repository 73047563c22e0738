import { plus, type Fc, asFc, noFc, minus } from "../units.ts";
import * as z from "zod/mini";
import { payoutTimes } from "../receipts/portal.ts";
import { atLeast, isWithin, type FcRange } from "../amount-range.ts";
import { wireFc } from "../amounts.ts";
import type { ErrorCode } from "../errors.ts";
import { fcUnitsPerCoin } from "../money.ts";
import { periodFields } from "../period.ts";
import { typedRefId } from "../ref-id.ts";
import { route } from "../route.ts";
import { requestStatuses } from "../request-states.ts";
import { recordOf } from "../sure.ts";
import { csv, pageQuery } from "../table.ts";
import { taxOf } from "../taxes/rules.ts";
import { ownUserId, repeats, timestamp } from "../wire.ts";
import {
  addressFields,
  addressProblem,
  goesToCoinAddress,
  withdrawKinds,
  withdrawTypes,
  withdrawTypesWhere,
  type WithdrawLimits,
  type WithdrawType,
} from "./kinds.ts";

interface Withdrawal {
  type: WithdrawType;
  amountFc: Fc;
  /** Of the three wallets together. */
  balanceFc: Fc;
  limits: WithdrawLimits;
  needsStake: boolean;
  /** Where the coins would go; null where no address is set, or none is needed. */
  address: string | null;
  /** What is left without approved PAN and bank details; undefined where nothing is missing. */
  kycAboveFc?: Fc | undefined;
  /** What may still go to an address that is not proven; undefined where no proof is missing. */
  unprovenFc?: Fc | undefined;
}

/** Why it cannot be requested, in the order in which the member would have to correct it. */
export function withdrawProblem(input: Withdrawal): ErrorCode | undefined {
  if (input.needsStake) return "STAKE_REQUIRED";
  const unfit = addressProblem(input.type, input.address);
  if (unfit) return unfit;
  if (!isWithin(input.amountFc, withdrawRange(input))) return "INVALID_AMOUNT";
  const { kycAboveFc, unprovenFc } = input;
  if (!withdrawKinds[input.type].isPayout) return undefined;
  if (kycAboveFc !== undefined && input.amountFc > kycAboveFc) return "KYC_NEEDED";
  if (!goesToCoinAddress(input.type)) return undefined;
  return unprovenFc !== undefined && input.amountFc > unprovenFc ? "ADDRESS_PROOF_NEEDED" : undefined;
}

/** From the minimum, but more than the fee, up to all that the wallets hold. */
export function withdrawRange({
  type,
  limits,
  balanceFc,
}: Pick<Withdrawal, "type" | "limits" | "balanceFc">): FcRange {
  const minimumFc = asFc(BigInt(withdrawKinds[type].minimum(limits)) * fcUnitsPerCoin);
  return { leastFc: atLeast(minimumFc, plus(feeOf(type, limits), asFc(1n))), mostFc: balanceFc };
}

/** Taken out of the amount. */
export function feeOf(type: WithdrawType, limits: WithdrawLimits): Fc {
  return asFc(BigInt(withdrawKinds[type].fee(limits)) * fcUnitsPerCoin);
}

interface Parts {
  amountFc: Fc;
  feeFc: Fc;
  /** Tax deducted at source. */
  taxFc: Fc;
  owedFc: Fc;
}

/** What is left of an amount after its fee, its tax and, never more than there is, what the member owes. */
export function netOf({ amountFc, feeFc, taxFc, owedFc }: Parts) {
  const keptFc = plus(feeFc, taxFc);
  const afterFeeFc = amountFc > keptFc ? minus(amountFc, keptFc) : noFc;
  const deductionFc = owedFc < afterFeeFc ? owedFc : afterFeeFc;
  return { deductionFc, netFc: minus(afterFeeFc, deductionFc) };
}

/** Units as decimal text, since a number of JSON would lose digits. */
const units = z.string().check(z.regex(/^\d{1,19}$/));

/** What the tax of a withdrawal would follow from now, for `taxOf`. */
const withdrawTax = z.object({
  section: z.string(),
  rateBasisPoints: z.number(),
  thresholdPaise: units,
  sumPaise: units,
  taxedPaise: units,
  fcFor15Usd: units,
  inrPerUsd: units,
});

/** The tax of a withdrawal, of which the fee leaves enough. */
export function withdrawTaxOf(
  tax: z.output<typeof withdrawTax> | null,
  { amountFc, feeFc }: { amountFc: Fc; feeFc: Fc },
): Fc {
  if (tax === null || amountFc <= feeFc) return noFc;
  const terms = {
    rateBasisPoints: tax.rateBasisPoints,
    thresholdPaise: BigInt(tax.thresholdPaise),
    sumPaise: BigInt(tax.sumPaise),
    taxedPaise: BigInt(tax.taxedPaise),
    price: { fcFor15Usd: BigInt(tax.fcFor15Usd), inrPerUsd: BigInt(tax.inrPerUsd) },
  };
  return taxOf(terms, { amountFc, mostFc: minus(amountFc, feeFc) }).taxFc;
}

/** What withdrawals wait after. */
export const heldAfterKinds = [
  "address",
  "password",
  /** The member's first password. */
  "joining",
  "email",
  /** The e-mail address was replaced by support. */
  "email-by-support",
] as const;
export type HeldAfter = (typeof heldAfterKinds)[number];

export const withdrawState = route({
  method: "GET",
  path: "/user/getWithdrawState/:userId",
  access: "member",
  summary: "Where coins would be sent, and until when withdrawals have to wait.",
  params: ownUserId,
  response: z.object({
    data: z.object({
      freeCoinAddress: z.nullable(z.string()),
      /** The end of the waiting time; null where there is none. */
      heldUntil: z.nullable(timestamp),
      heldAfter: z.nullable(z.enum(heldAfterKinds)),
      /** Requested and not decided yet. */
      pendingFc: z.number(),
      /** Coins of an undone stake in the staking wallet that wait for a second operator; missing where none do. */
      refundHeldFc: z.optional(z.number()),
      /** What is left now without approved PAN and bank details; null where nothing is missing. */
      kycAboveFc: z.nullable(z.number()),
      /** How much that is in all, and within how many days; missing where nothing is missing. */
      kycPeriod: z.optional(z.object({ days: z.number(), limitFc: z.number() })),
      /** What may go to an address that is not proven, and how much of it is left; absent where no proof is missing. */
      unproven: z.optional(z.object({ limitFc: z.number(), leftFc: z.number() })),
      /** Null where no tax is taken of withdrawals. */
      tax: z.nullable(withdrawTax),
    }),
  }),
  beforeAcceptance: true,
});
export type WithdrawState = z.output<typeof withdrawState.response>["data"];

export const requestWithdrawal = route({
  method: "POST",
  path: "/user/withdrawRequest/create",
  access: "member",
  summary: "Requests coins to be sent to the member's free coin address.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    amount: wireFc,
    currencyType: z.literal(withdrawTypesWhere("purpose", "withdraw"), "Please choose a type"),
    /** The address as the member was shown it; one that was changed meanwhile is refused. */
    ...recordOf(addressFields, () =>
      z.optional(z.string().check(z.maxLength(100, "This address is too long"))),
    ),
    repeats,
  }),
  response: z.object({ message: z.string(), data: z.object({ id: z.number(), reference: z.string() }) }),
  idempotent: true,
  beforeAcceptance: true,
});

export const transferInternally = route({
  method: "POST",
  path: "/user/internalTransfer",
  access: "member",
  summary: "Moves coins from the three wallets to the member's own transfer wallet, at once.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    refId: typedRefId,
    currencyType: z.literal(withdrawTypesWhere("purpose", "internal-transfer"), "Please choose a type"),
    amount: wireFc,
    repeats,
  }),
  response: z.object({ message: z.string(), data: z.object({ id: z.number(), reference: z.string() }) }),
  idempotent: true,
});

export const cancelWithdrawal = route({
  method: "POST",
  path: "/user/withdrawRequest/cancel",
  access: "member",
  summary: "Takes back a pending withdrawal: the coins go back to exactly the wallets that they came from.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    reference: z.string().check(z.maxLength(40, "This reference is too long")),
  }),
  response: z.object({}),
  beforeAcceptance: true,
});

const withdrawRequest = z.object({
  id: z.number(),
  reference: z.string(),
  userId: z.number(),
  /** Requested, fee included. */
  amount: z.number(),
  currencyType: z.enum(withdrawTypes),
  requestedAt: timestamp,
  status: z.enum(requestStatuses),
  respondedAt: z.nullable(timestamp),
  fee: z.number(),
  /** Deducted at source. */
  tax: z.number(),
  /** Collected for what the member owed; while it is pending, what would be collected now. Null if rejected. */
  deduction: z.nullable(z.number()),
  /** What arrives, or would. */
  net: z.number(),
  address: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Taken back by the member. */
  isCancelled: z.boolean(),
  /** Pending, and an operator is paying it just now: too late to take it back. */
  isBeingPaid: z.boolean(),
  payout: payoutTimes,
});
export type WithdrawRequest = z.output<typeof withdrawRequest>;

export const withdrawReportColumns = {
  serial: "Serial No",
  date: "Transaction Date",
  type: "Currency Type",
  coins: "Coin (FC)",
  status: "Status",
} as const;
export const withdrawReportSorts = ["requestedAt", "currencyType", "amount", "status"] as const;
const withdrawReportQuery = z.extend(pageQuery(withdrawReportSorts), periodFields);

export const withdrawReport = route({
  method: "POST",
  path: "/user/getWithdrawRequests",
  reads: true,
  access: "member",
  summary: "The member's withdrawals and internal transfers, newest first unless sorted otherwise.",
  body: z.extend(withdrawReportQuery, { userId: z.number("Not a user id") }),
  response: z.object({ data: z.array(withdrawRequest), total: z.number() }),
  beforeAcceptance: true,
});

export const withdrawReportCsv = route({
  method: "GET",
  path: "/user/getWithdrawRequests/:userId/csv",
  access: "member",
  summary: "All of them, as a file.",
  params: ownUserId,
  query: withdrawReportQuery,
  response: csv,
  download: { contentType: "text/csv", filename: "withdraw-report.csv" },
});
