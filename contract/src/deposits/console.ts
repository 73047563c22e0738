import { keysOf } from "../sure.ts";
import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { periodFields } from "../period.ts";
import { requestStatuses } from "../request-states.ts";
import { route, type ResponseOf } from "../route.ts";
import { csvOf, pageQuery, summedPageOf } from "../table.ts";
import { enteredText, rowId, timestamp } from "../wire.ts";
import { differenceKindNames } from "./console-differences.ts";

/** Coins that arrived over the chain, and whether the wallets hold what the ledger says. */

const person = z.object({ refId: z.string(), name: z.string() });

/** What becomes of a deposit. One that nobody has claimed waits for an operator. */
export const depositMatches = {
  waiting: "No request",
  matched: "Matched",
  aside: "Set aside",
} as const;
export type DepositMatch = keyof typeof depositMatches;
export const depositMatchNames = keysOf(depositMatches);

const deposit = z.object({
  id: z.number(),
  hash: z.string(),
  /** Which log of the block it is: one transaction can pay several times. */
  logIndex: z.number(),
  from: z.string(),
  to: z.string(),
  /** FC, down to 1/10,000. */
  amount: z.number(),
  blockNumber: z.number(),
  arrivedAt: timestamp,
  match: z.enum(depositMatchNames),
  /** The members who registered the address that it came from. */
  fromMembers: z.array(person),
  request: z.nullable(
    z.object({
      id: z.number(),
      reference: z.string(),
      member: person,
      status: z.enum(requestStatuses),
      amountUsd: z.number(),
    }),
  ),
  /** The operator who matched it or set it aside; null where its request named it. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  reason: z.nullable(z.string()),
});
export type Deposit = z.output<typeof deposit>;

export const depositSorts = ["arrivedAt", "amount"] as const;

export const consoleDeposits = route({
  method: "GET",
  path: "/console/deposits",
  access: operatorRights.read,
  summary: "Coins that arrived at our addresses, newest first unless sorted otherwise.",
  query: z.extend(pageQuery(depositSorts), {
    ...periodFields,
    match: z.optional(z.enum(depositMatchNames, "Please choose a state")),
  }),
  response: summedPageOf(deposit, z.object({ amount: z.number() })),
});

export const consoleDepositsCsv = csvOf(consoleDeposits, "deposits.csv");

export const depositColumns = {
  arrivedAt: "Arrived",
  amount: "Amount (FC)",
  from: "From",
  fromMembers: "Registered by",
  match: "State",
  request: "Request",
  member: "Member",
  hash: "Transaction",
  logIndex: "Log",
  blockNumber: "Block",
  to: "To",
  decidedBy: "Decided by",
  decidedAt: "Decided",
  reason: "Reason",
} as const;

const reason = enteredText("Please say why", { least: 3, most: 200 });

export const matchDeposit = route({
  method: "POST",
  path: "/console/deposits/:id/match",
  access: operatorRights.decideRequests,
  summary: "It pays for this request. The request is still decided in its queue.",
  params: rowId,
  body: z.strictObject({
    reference: enteredText("Please enter the reference of a request", { most: 40, tooLong: "Too long" }),
  }),
  response: z.object({}),
});

export const setDepositAside = route({
  method: "POST",
  path: "/console/deposits/:id/setAside",
  access: operatorRights.decideRequests,
  summary: "It pays for no request, and why.",
  params: rowId,
  body: z.strictObject({ reason }),
  response: z.object({}),
});

/** Exact coins as text, because the smallest unit of a contract is finer than a number can hold. */
const exactCoins = z.string();

const difference = z.object({
  kind: z.enum(differenceKindNames),
  /** With its sign: what the wallet has more than the ledger expects. */
  coins: exactCoins,
  count: z.number(),
  /** The newest of them. */
  examples: z.array(z.object({ hash: z.nullable(z.string()), coins: exactCoins, about: z.string() })),
});
export type WalletDifference = z.output<typeof difference>;

const wallet = z.object({
  address: z.string(),
  /** What it is for, such as "Payouts". */
  uses: z.array(z.string()),
  blockNumber: z.number(),
  openingBlock: z.number(),
  opening: exactCoins,
  onChain: exactCoins,
  byLedger: exactCoins,
  difference: exactCoins,
  /** What no rule explains; 0 where each unit is explained. */
  unexplained: exactCoins,
  /** The chain's own coin, which fees are paid with. */
  gas: exactCoins,
  differences: z.array(difference),
});
export type ComparedWallet = z.output<typeof wallet>;

const comparison = z.object({
  id: z.number(),
  at: timestamp,
  /** The operator who wanted it; null each hour. */
  askedBy: z.nullable(z.string()),
  /** Why nothing could be compared; null where it was. */
  problem: z.nullable(z.string()),
  wallets: z.array(wallet),
});
export type CoinComparison = z.output<typeof comparison>;

export const coinComparisons = route({
  method: "GET",
  path: "/console/coinComparisons",
  access: operatorRights.read,
  summary: "The newest comparisons of our wallets on the chain with the ledger, the newest first.",
  response: z.object({
    data: z.object({
      comparisons: z.array(comparison),
      /** One was wanted and is not done yet. */
      isUnderWay: z.boolean(),
    }),
  }),
});
export type CoinComparisons = ResponseOf<typeof coinComparisons>["data"];

export const compareCoins = route({
  method: "POST",
  path: "/console/coinComparisons/compare",
  access: operatorRights.keepBooks,
  summary: "Compares the wallets with the ledger now, in the background.",
  response: z.object({}),
});
