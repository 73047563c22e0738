import * as z from "zod/mini";
import { typedFc } from "../console-amounts.ts";
import { requestedJob } from "../jobs/requested-jobs.ts";
import { operatorRights } from "../operator-access.ts";
import { periodFields } from "../period.ts";
import { byRewardKind, rewardKindNames, rewardKinds } from "../plan/reward-kinds.ts";
import { requestStatuses } from "../request-states.ts";
import { route } from "../route.ts";
import { csvOf, cursorFields, pageOf, pageQuery, sortFields, wholeNumber } from "../table.ts";
import { byWallet, walletKinds, type Wallet } from "../wallet/kinds.ts";
import { rowId, timestamp } from "../wire.ts";

/** The books as operators see them: house accounts, entries with their postings, verification, pool funding. */

export const entryKinds = [
  "stake_approved",
  "stake_from_transfer",
  "stake_ended",
  "stake_returned",
  ...rewardKindNames,
  "withdrawal_requested",
  "withdrawal_accepted",
  "withdrawal_rejected",
  "tax_withheld",
  "tax_remitted",
  "internal_transfer",
  "transfer",
  "pool_funded",
  "opening",
  "adjustment",
  "reversal",
  "liabilities",
] as const;
export type LedgerEntryKind = (typeof entryKinds)[number];

/** As people call them. */
export const entryKindWords: Record<LedgerEntryKind, string> = {
  stake_approved: "Stake approved",
  stake_from_transfer: "Stake from a transfer wallet",
  stake_ended: "Stake ended",
  stake_returned: "Stake returned",
  ...byRewardKind((kind) => rewardKinds[kind].title),
  withdrawal_requested: "Withdrawal requested",
  withdrawal_accepted: "Withdrawal accepted",
  withdrawal_rejected: "Withdrawal rejected",
  tax_withheld: "Tax deducted at source",
  tax_remitted: "Tax paid to the state",
  internal_transfer: "Internal transfer",
  transfer: "Transfer",
  pool_funded: "Pool funded",
  opening: "Opening",
  adjustment: "Adjustment",
  reversal: "Reversal",
  liabilities: "Liabilities published",
};

export const houseAccountNames = [
  "rewards_pool",
  "deposits",
  "payouts",
  "fees",
  "deductions",
  "stakes_ended",
  "treasury",
  "adjustments",
  "tax_withheld",
  "moved_in",
  "usd_paid",
  "usd_received",
] as const;
export type HouseAccountName = (typeof houseAccountNames)[number];

/** What the accounts are called, on the screens and in the books. */
export const houseAccountWords: Readonly<Record<HouseAccountName, string>> = {
  rewards_pool: "Rewards pool",
  deposits: "Deposits",
  payouts: "Payouts",
  fees: "Fees",
  deductions: "Deductions",
  stakes_ended: "Ended stakes",
  treasury: "Treasury",
  adjustments: "Adjustments",
  tax_withheld: "Tax withheld",
  moved_in: "Moved in",
  usd_paid: "Dollars paid",
  usd_received: "Dollars received",
};

export const memberAccountWords = {
  ...byWallet((wallet) => walletKinds[wallet].label),
  staked: "Staked principal",
  withdraw_pending: "Held for withdrawals",
} as const satisfies Readonly<Record<Wallet | "staked" | "withdraw_pending", string>>;

export const houseAccounts = route({
  method: "GET",
  path: "/console/ledger/accounts",
  access: operatorRights.read,
  summary: "The house's accounts with their balances, and what all members hold together.",
  response: z.object({
    data: z.object({
      /** FC, or dollars where the account is in dollars: credits less debits. */
      accounts: z.array(
        z.object({
          name: z.enum(houseAccountNames),
          currency: z.enum(["FC", "USD"]),
          balance: z.number(),
        }),
      ),
      /** What is on the other side of all of them. */
      membersFc: z.number(),
    }),
  }),
});

const entry = z.object({
  id: z.number(),
  kind: z.enum(entryKinds),
  message: z.string(),
  effectiveAt: timestamp,
  recordedAt: timestamp,
  /** Its lines and what they move, in FC; null for an entry of very many. */
  lines: z.nullable(z.number()),
  amount: z.nullable(z.number()),
});
export type LedgerEntry = z.output<typeof entry>;

/** By when an entry counts, which is what its indexes are ordered by. */
export const entrySorts = ["effectiveAt"] as const;

const entryFilters = {
  ...periodFields,
  /** An entry's number, or a user ID. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(80, "Please search for at most 80 characters"))),
  kind: z.optional(z.enum(entryKinds, "Please choose a kind")),
};

export const ledgerEntries = route({
  method: "GET",
  path: "/console/ledger/entries",
  access: operatorRights.read,
  summary: "Entries, newest first unless sorted: by number, by member, by kind and by day.",
  query: z.strictObject({
    ...entryFilters,
    ...sortFields(entrySorts),
    ...cursorFields,
  }),
  response: z.object({ data: z.array(entry), next: z.nullable(z.string()) }),
});

export const ledgerEntriesCsv = csvOf(ledgerEntries, "ledger-entries.csv");

export const ledgerEntryColumns = {
  id: "Entry",
  effectiveAt: "Counts from",
  recordedAt: "Recorded",
  kind: "Kind",
  message: "Message",
  lines: "Lines",
  amount: "Amount (FC)",
} as const;

const account = z.object({
  /** 'rewards_pool', or a member's wallet: 'staking'. */
  name: z.string(),
  member: z.nullable(z.object({ id: z.number(), refId: z.string(), name: z.string() })),
});
export type LedgerAccount = z.output<typeof account>;

const posting = z.object({
  line: z.number(),
  from: account,
  to: account,
  amount: z.number(),
  currency: z.enum(["FC", "USD"]),
});
export type LedgerPosting = z.output<typeof posting>;

export const ledgerEntry = route({
  method: "GET",
  path: "/console/ledger/entries/:id",
  access: operatorRights.read,
  summary: "One entry as its postings, a page of them at a time.",
  params: rowId,
  query: z.strictObject({
    /** The last line already known. */
    after: z.optional(
      wholeNumber("after").check(z.minimum(0, "At least 0"), z.maximum(40_000, "At most 40,000")),
    ),
  }),
  response: z.object({
    data: z.extend(entry, {
      key: z.string(),
      planVersion: z.nullable(z.number()),
      priceId: z.nullable(z.number()),
      reversalOf: z.nullable(z.number()),
      reversedBy: z.nullable(z.number()),
      isSealed: z.boolean(),
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      postings: z.array(posting),
      /** For the next page; null after the last one. */
      next: z.nullable(z.number()),
    }),
  }),
});

export const verificationResult = z.object({
  entries: z.number(),
  postings: z.number(),
  seals: z.number(),
  unsealed: z.number(),
  /** The newest seal, to be kept somewhere else. */
  head: z.nullable(z.string()),
  differences: z.number(),
  firstDifferences: z.array(z.string()),
});
export type VerificationResult = z.output<typeof verificationResult>;

export const verifyLedger = route({
  method: "POST",
  path: "/console/ledger/verifications",
  access: operatorRights.keepBooks,
  summary: "Has a worker verify every entry, balance and seal.",
  response: z.object({ data: z.object({ id: z.number() }) }),
});

export const verifications = route({
  method: "GET",
  path: "/console/ledger/verifications",
  access: operatorRights.read,
  summary: "The newest verifications with what they found.",
  response: z.object({ data: z.array(requestedJob(verificationResult)) }),
});

export const fundingSources = ["treasury", "fees", "deductions", "stakes_ended"] as const;
export type FundingSource = (typeof fundingSources)[number];

const funding = z.object({
  id: z.number(),
  amount: z.number(),
  source: z.enum(fundingSources),
  note: z.string(),
  status: z.enum(requestStatuses),
  proposedBy: z.object({ id: z.number(), name: z.string() }),
  proposedAt: timestamp,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(timestamp),
  reason: z.nullable(z.string()),
  entryId: z.nullable(z.number()),
});
export type PoolFunding = z.output<typeof funding>;

export const fundingSorts = ["proposedAt"] as const;

export const poolFundings = route({
  method: "GET",
  path: "/console/ledger/fundings",
  access: operatorRights.read,
  summary: "What was put into the rewards pool, and what waits for a second operator.",
  query: pageQuery(fundingSorts),
  response: z.extend(pageOf("data", funding), {
    /** From this amount on a second operator confirms. */
    twoOperatorsFrom: z.number(),
  }),
});

const words = (missing: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(200, "This is too long"));

export const fundPool = route({
  method: "POST",
  path: "/console/ledger/fundings",
  access: operatorRights.keepBooks,
  summary: "Puts coins into the rewards pool, or proposes it where the amount takes two operators.",
  idempotent: true,
  body: z.strictObject({
    amount: typedFc,
    source: z.enum(fundingSources, "Please choose where it comes from"),
    note: words("Please say what it is for"),
  }),
  response: z.object({ data: z.object({ id: z.number(), status: z.enum(requestStatuses) }) }),
});

export const confirmFunding = route({
  method: "POST",
  path: "/console/ledger/fundings/:id/confirm",
  access: operatorRights.keepBooks,
  summary: "The second operator's word: the coins go into the pool.",
  params: rowId,
  response: z.object({}),
});

export const rejectFunding = route({
  method: "POST",
  path: "/console/ledger/fundings/:id/reject",
  access: operatorRights.keepBooks,
  summary: "Rejects a proposal, or takes back one's own.",
  params: rowId,
  body: z.strictObject({ reason: words("Please give a reason") }),
  response: z.object({}),
});
