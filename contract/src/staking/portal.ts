import { isOneOf } from "../sure.ts";
import * as z from "zod/mini";
import { centsPerUsd, usdCentsFromWire } from "../money.ts";
import { indiaDay, periodFields } from "../period.ts";
import { requestStatuses } from "../request-states.ts";
import { route } from "../route.ts";
import { typedRefId } from "../ref-id.ts";
import { csv, pageOf, pageQuery } from "../table.ts";
import {
  depositStateNames,
  transactionHashOf,
  transactionHashProblem,
  transactionHashWrong,
} from "../deposits/states.ts";
import { ownUserId, repeats, timestamp } from "../wire.ts";
import { stakeLife } from "./life.ts";

export const stakingPackagesUsd = [15, 30, 45, 60, 75, 150, 500, 1000] as const;
export const customStakeMaxUsd = 10_000;
export const customStakeStepUsd = 15n;

export const stakingMessages = {
  notMultiple: "Please enter multiplies of $15",
  proofMissing: "Please add proof image",
  utrWrong: "A UTR has 12 to 22 letters and digits",
  sent: "Stacking Request sent",
  topUpSent: "Topup Request sent",
  undone: "The stake was undone",
} as const;

/** A listed package is always fine; a custom amount is a multiple of $15 up to the maximum. */
export function stakeProblem(amountUsd: number): string | undefined {
  if (isOneOf(stakingPackagesUsd, amountUsd)) return undefined;
  return customStakeProblem(amountUsd);
}

/** Of an amount that is typed instead of chosen. */
export function customStakeProblem(amountUsd: number): string | undefined {
  const cents = usdCentsFromWire(amountUsd) ?? 0n;
  const isMultiple = cents > 0n && cents % (customStakeStepUsd * centsPerUsd) === 0n;
  return isMultiple && amountUsd <= customStakeMaxUsd ? undefined : stakingMessages.notMultiple;
}

const stakeAmount = z
  .number(stakingMessages.notMultiple)
  .check(z.refine((usd) => stakeProblem(usd) === undefined, stakingMessages.notMultiple));

/** As a bank writes it: some show it in groups. */
export function utrOf(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "").toUpperCase();
}

/** UPI and IMPS have 12 digits, NEFT 16 characters and RTGS 22. */
export function utrProblem(typed: string): string | undefined {
  return typed.trim() === "" || /^[A-Z0-9]{12,22}$/.test(utrOf(typed)) ? undefined : stakingMessages.utrWrong;
}

const utr = z
  .pipe(z.string(stakingMessages.utrWrong), z.transform(utrOf))
  .check(z.refine((text) => text !== "" && utrProblem(text) === undefined, stakingMessages.utrWrong));

/** Only its form: whether it paid is looked up on the chain. */
const transactionHash = z
  .pipe(z.string(transactionHashWrong), z.transform(transactionHashOf))
  .check(z.refine((hash) => hash !== "" && transactionHashProblem(hash) === undefined, transactionHashWrong));

export const requestStake = route({
  method: "POST",
  path: "/user/topupRequest/create",
  access: "member",
  summary: "Requests a stake, with a proof of payment, to be approved by an operator.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    refId: typedRefId,
    amount: stakeAmount,
    /** The address of an uploaded proof, as the upload answered it. */
    proofImageUrl: z
      .string(stakingMessages.proofMissing)
      .check(z.minLength(1, stakingMessages.proofMissing), z.maxLength(200, stakingMessages.proofMissing)),
    /** By which the bank names the payment, where the member gives it. */
    utr: z.optional(utr),
    /** The transaction that paid in coins, where the member gives it and a chain is connected. */
    transactionHash: z.optional(transactionHash),
    repeats,
  }),
  response: z.object({ message: z.string(), data: z.object({ id: z.number(), reference: z.string() }) }),
  idempotent: true,
});

export const cancelStake = route({
  method: "POST",
  path: "/user/topupRequest/cancel",
  access: "member",
  summary: "Takes back a pending staking request.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    reference: z.string().check(z.maxLength(40, "This reference is too long")),
  }),
  response: z.object({}),
});

export const undoStake = route({
  method: "POST",
  path: "/user/stake/undo",
  access: "member",
  summary:
    "Undoes an own stake within its cooling-off time; the principal comes back, less what was paid on it.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    stakeId: z.int("Not a stake").check(z.positive("Not a stake")),
    repeats,
  }),
  response: z.object({ message: z.string(), data: z.object({ reference: z.string() }) }),
  idempotent: true,
});

const stakeUndoing = z.object({
  /** Until when it can be undone; null where it cannot. */
  until: z.nullable(timestamp),
  amount: z.number(),
  amountUsd: z.number(),
  /** What closings have paid on it. */
  paid: z.number(),
  refund: z.number(),
  wallet: z.enum(["staking", "transfer"]),
  /** The coins cannot be withdrawn until a second operator has agreed; missing where they can at once. */
  isHeld: z.optional(z.literal(true)),
});
export type StakeUndoing = z.output<typeof stakeUndoing>;

export const stakeUndoingOf = route({
  method: "GET",
  path: "/user/getStakeUndoing/:userId/:id",
  access: "member",
  summary:
    "What undoing one of the member's running stakes would give back now, and until when it is possible.",
  params: z.extend(ownUserId, { id: z.coerce.number("Not a stake").check(z.int("Not a stake")) }),
  response: z.object({ data: stakeUndoing }),
});

/** The first and the last day on which a stake earns, by the terms it was bought under. */
export const earningDays = z.object({ first: indiaDay, last: indiaDay });
export type EarningDays = z.output<typeof earningDays>;

const stakingRequest = z.object({
  id: z.number(),
  reference: z.string(),
  refId: z.string(),
  name: z.string(),
  /** Dollars requested. */
  amountUsd: z.number(),
  /** FC at the price of the decision; at today's price while pending. */
  amount: z.number(),
  status: z.enum(requestStatuses),
  requestedAt: timestamp,
  respondedAt: z.nullable(timestamp),
  reason: z.nullable(z.string()),
  /** Taken back by the member. */
  isCancelled: z.boolean(),
  /** Of the stake that it started. */
  stakeEarns: z.nullable(earningDays),
  stakeEndedAt: z.nullable(timestamp),
  isStakeReversed: z.boolean(),
  /** Names the proof; `pictureAddress` shows it. */
  proofImageUrl: z.string(),
  /** The transaction that the member named; missing where none was. */
  deposit: z.optional(z.object({ hash: z.string(), state: z.enum(depositStateNames) })),
});
export type StakingRequest = z.output<typeof stakingRequest>;

export const stakingRequests = route({
  method: "POST",
  path: "/user/topupRequestById",
  reads: true,
  access: "member",
  summary: "The member's newest staking requests, newest first.",
  body: z.strictObject({ userId: z.number("Not a user id") }),
  response: z.array(stakingRequest),
});

export const callersStakingRequests = route({
  method: "GET",
  path: "/user/topupRequest",
  access: "member",
  summary: "The staking requests that the caller may see, which are the caller's own, newest first.",
  response: z.array(stakingRequest),
});

export const stakingReportColumns = {
  serial: "S.no",
  refId: "ID",
  name: "Name",
  coins: "Coin (FC)",
  status: "Status",
  approvedAt: "Approved Date",
} as const;
export const stakingReportSorts = ["requestedAt", "amount", "status", "respondedAt"] as const;
const stakingReportQuery = z.extend(pageQuery(stakingReportSorts), {
  ...periodFields,
  status: z.optional(z.enum(requestStatuses, "Please choose a status")),
});

export const stakingReport = route({
  method: "GET",
  path: "/user/getTopupRequests/:userId",
  access: "member",
  summary: "The member's staking requests, filtered, sorted and paged; newest first unless sorted otherwise.",
  params: ownUserId,
  query: stakingReportQuery,
  response: pageOf("data", stakingRequest),
});

export const stakingReportCsv = route({
  method: "GET",
  path: "/user/getTopupRequests/:userId/csv",
  access: "member",
  summary: "All of them, as a file.",
  params: ownUserId,
  query: stakingReportQuery,
  response: csv,
  download: { contentType: "text/csv", filename: "staking-report.csv" },
});

/** A stake earns, has paid all that it was to pay, or was undone before. */
export const stakeStates = ["active", "ended", "undone"] as const;
export type StakeState = (typeof stakeStates)[number];
export const stakeStateKinds = {
  active: { label: "Active" },
  ended: { label: "Ended" },
  undone: { label: "Undone" },
} as const satisfies Record<StakeState, { label: string }>;

const stake = z.object({
  id: z.number(),
  /** Of the request that it came from, or of its payment from a transfer wallet; null for one of the system before. */
  reference: z.nullable(z.string()),
  /** When it was approved or bought. */
  topUpAt: timestamp,
  amount: z.number(),
  amountUsd: z.number(),
  /** FC that $15 bought then; null for one of the system before. */
  cost: z.nullable(z.number()),
  status: z.enum(stakeStates),
  endedAt: z.nullable(timestamp),
  /** The end of its cooling-off time; null where it has none or can no longer be undone. */
  undoUntil: z.nullable(timestamp),
  /** Null where it was undone, or had ended in the system before. */
  life: z.nullable(stakeLife),
});
export type Stake = z.output<typeof stake>;

export const investmentColumns = {
  serial: "Serial No",
  date: "TopUp Date",
  coins: "Coin (FC)",
  status: "Status",
} as const;
export const investmentSorts = ["topUpAt", "amount", "status"] as const;
const investmentQuery = z.extend(pageQuery(investmentSorts), periodFields);

export const stakingInvestment = route({
  method: "GET",
  path: "/user/getStackingInvestment/:userId",
  access: "member",
  summary: "The member's stakes, newest first unless sorted otherwise.",
  params: ownUserId,
  query: investmentQuery,
  response: pageOf("data", stake),
});

export const stakingInvestmentCsv = route({
  method: "GET",
  path: "/user/getStackingInvestment/:userId/csv",
  access: "member",
  summary: "All of them, as a file.",
  params: ownUserId,
  query: investmentQuery,
  response: csv,
  download: { contentType: "text/csv", filename: "staking-investment.csv" },
});

const payment = z.object({
  bankName: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  ifscCode: z.string(),
  upiId: z.string(),
  coinToken: z.string(),
  coinNetwork: z.string(),
  coinAddress: z.string(),
});
export type Payment = z.output<typeof payment>;

export const paymentDetails = route({
  method: "GET",
  path: "/user/getPaymentDetails",
  access: "member",
  summary: "Where members pay for a stake, and how strongly to compress the proof of it.",
  response: z.object({
    data: payment,
    proofImageQuality: z.number(),
    /** How long a stake can be undone after it has started; 0 where it cannot. */
    coolingOffHours: z.number(),
    /** Whether a request can name the transaction that paid in coins; missing where no chain is connected. */
    takesTransactionHash: z.optional(z.literal(true)),
  }),
});
