import { recordBy } from "../sure.ts";
import * as z from "zod/mini";
import { route } from "../route.ts";
import { stakeLife } from "../staking/life.ts";
import { wallets, type Wallet } from "../wallet/kinds.ts";
import { ownUserId, timestamp } from "../wire.ts";

/** The name of a wallet's balance in the dashboard. */
export function walletField(wallet: Wallet) {
  return `${wallet}Wallet` as const;
}

/** Something for each wallet, by the names that the dashboard has for them. */
export function byWalletField<Value>(valueOf: (wallet: Wallet) => Value) {
  return recordBy(wallets, walletField, valueOf);
}

const leg = z.object({ users: z.number(), activeUsers: z.number(), business: z.number() });

/** Dollars of a leg that are not matched yet: what the last matching left over, and what is new since then. */
const unmatched = z.object({ carried: z.number(), fresh: z.number() });

const pendingRequest = z.object({
  kind: z.enum(["staking", "withdrawal"]),
  id: z.number(),
  /** Dollars of a stake, FC of a withdrawal. */
  amount: z.number(),
  requestedAt: timestamp,
});
export type PendingRequest = z.output<typeof pendingRequest>;

/** All figures are read in one snapshot. Amounts are FC unless the comment says otherwise. */
export const dashboardData = z.object({
  /** How many FC $15 buy; null until the first price is set. */
  cost: z.nullable(z.number()),
  joiningDate: timestamp,
  /** When the first stake started. */
  stakingDate: z.nullable(timestamp),
  totalStaking: z.number(),
  /** The newest stakes that run, at most three. */
  stakes: z.array(z.object({ id: z.number(), amountUsd: z.number(), life: stakeLife })),
  dailyRos: z.number(),
  ...byWalletField(() => z.number()),
  /** What the member still owes. */
  deduction: z.number(),
  /** All wallets, less the deduction. */
  totalWallet: z.number(),
  /** What that is worth at today's price, in dollars and rupees; null until the first price is set. */
  worth: z.nullable(z.object({ usd: z.number(), inr: z.number() })),
  /** What came into all wallets today besides rewards, less what left them. */
  movedToday: z.number(),
  /** Rewards, less those taken back, each by the date that it has in the reports too: of the day that it is for. */
  earned: z.object({
    /** The last day that was closed, and what it brought; null before the first one. */
    lastClosing: z.nullable(z.object({ day: z.string(), amount: z.number() })),
    thisMonth: z.number(),
    inAll: z.number(),
  }),
  left: leg,
  right: leg,
  /** Today's closing if the day ended now. In dollars. */
  closing: z.object({
    /** When the day ends and the closing starts: midnight in India. */
    at: timestamp,
    /** Whether the member may match: has a running stake and sponsored an active member on each side. */
    isQualified: z.boolean(),
    cap: z.number(),
    matching: z.number(),
    /** How much more could be matched before the cap. */
    headroom: z.number(),
    /** Business above the cap, which the closing would discard. */
    flushed: z.number(),
    /** What all matchings have taken so far from each leg, and the day of the last one. */
    taken: z.number(),
    lastMatchedOn: z.nullable(z.string()),
    left: unmatched,
    right: unmatched,
  }),
  pending: z.array(pendingRequest),
  pendingCount: z.number(),
  /** Which first steps the member has done. */
  done: z.object({
    profile: z.boolean(),
    pan: z.boolean(),
    bank: z.boolean(),
    coinAddress: z.boolean(),
    stake: z.boolean(),
    referral: z.boolean(),
  }),
});
export type Dashboard = z.output<typeof dashboardData>;

export const dashboard = route({
  method: "GET",
  path: "/user/getDashboard/:userId",
  access: "member",
  summary: "Price, dates, staking, wallets and teams, all of one moment.",
  params: ownUserId,
  response: z.object({ data: dashboardData }),
});

export const returnOnStaking = route({
  method: "GET",
  path: "/user/getReturnOnStacking/:userId",
  access: "member",
  summary: "What the member's running stakes return a day, and what is staked.",
  params: ownUserId,
  response: z.object({ data: z.object({ roiAmount: z.number(), stackingAmount: z.number() }) }),
});
