import * as z from "zod/mini";
import { wireUsd } from "./amounts.ts";
import { centsPerUsd, usdCentsFromWire } from "./money.ts";
import { route } from "./route.ts";
import { typedRefId } from "./ref-id.ts";
import { timestamp } from "./wire.ts";

export const stakingPackagesUsd = [15, 30, 45, 60, 75, 150, 500, 1000] as const;
export const customStakeMaxUsd = 10_000;
const customStakeStepUsd = 15n;

export const stakingMessages = {
  notMultiple: "Please enter multiplies of $15",
  proofMissing: "Please add proof image",
  sent: "Stacking Request sent",
  topUpSent: "Topup Request sent",
} as const;

/** A listed package is always fine; a custom amount is a multiple of $15 up to the maximum. */
export function stakeProblem(amountUsd: number): string | undefined {
  if ((stakingPackagesUsd as readonly number[]).includes(amountUsd)) return undefined;
  const cents = usdCentsFromWire(amountUsd) ?? 0n;
  const isMultiple = cents > 0n && cents % (customStakeStepUsd * centsPerUsd) === 0n;
  return isMultiple && amountUsd <= customStakeMaxUsd ? undefined : stakingMessages.notMultiple;
}

const stakeAmount = wireUsd.check(
  z.refine((usd) => stakeProblem(usd) === undefined, stakingMessages.notMultiple),
);

/** P Pending, A Accepted, R Rejected, as everywhere in the product. */
export const requestStatuses = ["P", "A", "R"] as const;
export type RequestStatus = (typeof requestStatuses)[number];
export const statusWords = { P: "Pending", A: "Accepted", R: "Rejected" } as const satisfies Record<
  RequestStatus,
  string
>;

export const requestStake = route({
  method: "POST",
  path: "/user/topupRequest/create",
  access: "member",
  summary: "Asks for a stake, with a proof of payment, to be approved by an operator.",
  body: z.strictObject({
    userId: z.number("Not a user id"),
    refId: typedRefId,
    amount: stakeAmount,
    /** The address of an uploaded proof, as the upload answered it. */
    proofImageUrl: z
      .string(stakingMessages.proofMissing)
      .check(z.minLength(1, stakingMessages.proofMissing), z.maxLength(200, stakingMessages.proofMissing)),
  }),
  response: z.object({ message: z.string(), data: z.object({ id: z.number() }) }),
  idempotent: true,
});

const stakingRequest = z.object({
  id: z.number(),
  refId: z.string(),
  name: z.string(),
  /** Dollars asked for. */
  amountUsd: z.number(),
  /** FC at the price of the approval; of today's price while pending. */
  amount: z.number(),
  status: z.enum(requestStatuses),
  requestedAt: timestamp,
  respondedAt: z.nullable(timestamp),
  reason: z.nullable(z.string()),
});
export type StakingRequest = z.output<typeof stakingRequest>;

export const stakingRequests = route({
  method: "POST",
  path: "/user/topupRequestById",
  access: "member",
  summary: "The member's staking requests, newest first.",
  body: z.strictObject({ userId: z.number("Not a user id") }),
  response: z.array(stakingRequest),
});
