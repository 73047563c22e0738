import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";

/** How far back the balance is drawn. */
export const historyDays = 90;

const leg = z.object({ users: z.number(), activeUsers: z.number(), business: z.number() });

/** Dollars of a leg that no matching has taken yet: what the last one left over, and what is new since. */
const unmatched = z.object({ carried: z.number(), fresh: z.number() });

const pendingRequest = z.object({
  kind: z.enum(["staking", "withdrawal"]),
  id: z.number(),
  /** Dollars of a stake, FC of a withdrawal. */
  amount: z.number(),
  requestedAt: timestamp,
});
export type PendingRequest = z.output<typeof pendingRequest>;

/** Everything of one moment. Amounts are FC unless they say otherwise. */
const dashboardData = z.object({
  /** How many FC $15 buy; null before the first price is set. */
  cost: z.nullable(z.number()),
  joiningDate: timestamp,
  /** When the first stake started. */
  stakingDate: z.nullable(timestamp),
  totalStaking: z.number(),
  dailyRos: z.number(),
  stakingWallet: z.number(),
  earningWallet: z.number(),
  transferWallet: z.number(),
  offerWallet: z.number(),
  /** What the member still owes. */
  deduction: z.number(),
  /** All four wallets, less the deduction. */
  totalWallet: z.number(),
  left: leg,
  right: leg,
  /** Today's closing as it would be at this moment. Dollars. */
  closing: z.object({
    /** When the day ends and is closed: India's midnight. */
    at: timestamp,
    /** Whether a running stake and an active member sponsored on each side let the member match. */
    isQualified: z.boolean(),
    cap: z.number(),
    matching: z.number(),
    /** What the cap leaves beyond that. */
    headroom: z.number(),
    /** Business beyond the cap: the closing would flush it. */
    flushed: z.number(),
    /** What matchings have taken so far, from both legs the same; and the day of the last one. */
    taken: z.number(),
    lastMatchedOn: z.nullable(z.string()),
    left: unmatched,
    right: unmatched,
  }),
  /** What the four wallets held at the end of each day up to today, the oldest first. */
  history: z.object({ lastDay: z.string(), balances: z.array(z.number()) }),
  pending: z.array(pendingRequest),
  pendingCount: z.number(),
  /** What a newcomer has done already. */
  done: z.object({ stake: z.boolean(), referral: z.boolean(), coinAddress: z.boolean() }),
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
