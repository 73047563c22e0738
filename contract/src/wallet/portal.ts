import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";
import { bySummaryField } from "./kinds.ts";

/** Amounts are coins unless the comment says dollars. */
const walletSummaryData = z.object({
  ...bySummaryField(() => z.number()),
  /** Dollars of business that both legs have, so that pairs can be matched. */
  businessMatch: z.number(),
  LeftUsers: z.number(),
  LeftActiveUsers: z.number(),
  RightUsers: z.number(),
  RightActiveUsers: z.number(),
  /** In dollars. */
  LeftBusinessAmount: z.number(),
  RightBusinessAmount: z.number(),
});

export const walletSummary = route({
  method: "GET",
  path: "/user/wallet/:userId",
  access: "member",
  summary: "The member's wallets, and the figures of both legs.",
  params: ownUserId,
  response: z.object({ data: walletSummaryData }),
  beforeAcceptance: true,
});
export type WalletSummary = z.output<typeof walletSummaryData>;

export const totalStaking = route({
  method: "GET",
  path: "/user/totalStacking/:userId",
  access: "member",
  summary: "What can be transferred or staked from the transfer wallet, and what the earning wallet holds.",
  params: ownUserId,
  response: z.object({ data: z.object({ availableBalance: z.number(), earningBalance: z.number() }) }),
});

export const stakeRequirement = route({
  method: "GET",
  path: "/user/getStackingRequirement/:userId",
  access: "member",
  summary: "The dollars that have to be staked before withdrawing; 0 after that.",
  params: ownUserId,
  response: z.object({ data: z.number() }),
});

export const stakeRequirementMessage = route({
  method: "GET",
  path: "/user/getStackingRequirementMessage/:userId",
  access: "member",
  summary: "Why the member cannot withdraw yet; null where nothing is missing.",
  params: ownUserId,
  response: z.object({ message: z.nullable(z.string()) }),
  beforeAcceptance: true,
});

export const deductionAmount = route({
  method: "GET",
  path: "/user/getDeductionAmount/:userId",
  access: "member",
  summary: "What the member owes and the next accepted withdrawal will collect, with the reasons.",
  params: ownUserId,
  response: z.object({
    data: z.object({
      DeductionFcAmount: z.number(),
      /** Null until a price is set. */
      DeductioINRAmount: z.nullable(z.number()),
      items: z.array(z.object({ amount: z.number(), reason: z.string(), createdAt: timestamp })),
    }),
  }),
  beforeAcceptance: true,
});

export const stakingDate = route({
  method: "GET",
  path: "/user/getUserStackingDate/:userId",
  access: "member",
  summary: "When the member first staked; null before that.",
  params: ownUserId,
  response: z.object({ data: z.nullable(timestamp) }),
});

/** Limits and fees in whole coins. */
const walletSettingsData = z.object({
  withdrawal: z.object({
    minimumFc: z.number(),
    standardFromFc: z.number(),
    standardToFc: z.number(),
    feeFc: z.number(),
    hours: z.number(),
    holdHours: z.number(),
  }),
  internalTransferMinimumFc: z.number(),
  transfer: z.object({
    minimumFc: z.number(),
    notedMinimumFc: z.number(),
    /** The account that transfers go to; null if none is set. */
    receiverRefId: z.nullable(z.string()),
    betweenMembers: z.boolean(),
    /** How long a stake that is paid from the wallet can be undone; 0 where it cannot. */
    coolingOffHours: z.number(),
  }),
});

export const walletSettings = route({
  method: "GET",
  path: "/user/getWalletSettings/:userId",
  access: "member",
  summary: "The limits and fees that screens show and the server enforces.",
  params: ownUserId,
  response: z.object({ data: walletSettingsData }),
  beforeAcceptance: true,
});
export type WalletSettings = z.output<typeof walletSettingsData>;
