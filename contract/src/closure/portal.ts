import * as z from "zod/mini";
import { route } from "../route.ts";
import { ownUserId, timestamp } from "../wire.ts";

/** The calls by which a member closes the account. */

export const closureAsked = "Your account will be closed";
export const closureTakenBack = "Your account stays open";

const closure = z.object({
  /** When it was asked for and from when on it is done; null where nothing was asked for. */
  asked: z.nullable(z.object({ askedAt: timestamp, dueAt: timestamp })),
  /** Withdrawals and staking requests that are not decided yet. */
  openRequests: z.number(),
  /** What can still be withdrawn, and has to be before; 0 where it is less than the smallest withdrawal. */
  withdrawableFc: z.number(),
  /** What is left in the wallets and cannot be withdrawn. */
  leftFc: z.number(),
  /** The principal of stakes that run: they end with the account. */
  lockedFc: z.number(),
  /** What these stakes return a day, until then. */
  dailyFc: z.number(),
  /** Until when one of them can be undone, which gives its principal back; null where none can. */
  undoUntil: z.nullable(timestamp),
  waitingDays: z.number(),
  kycYears: z.number(),
  taxYears: z.number(),
});
export type Closure = z.output<typeof closure>;

export const getClosure = route({
  method: "GET",
  path: "/user/getClosure/:userId",
  access: "member",
  summary: "What closing the account would mean, in figures, and whether it was asked for.",
  params: ownUserId,
  response: z.object({ data: closure }),
  beforeAcceptance: true,
});

const amount = z.number("Not an amount").check(z.minimum(0, "Not an amount"));

export const closeAccount = route({
  method: "POST",
  path: "/user/closure/ask",
  access: "member",
  summary: "Asks to close the account after the waiting time, giving up what the member was shown.",
  body: z.strictObject({ userId: z.number("Not a user id"), leftFc: amount, lockedFc: amount }),
  response: z.object({ message: z.string(), data: z.object({ dueAt: timestamp }) }),
  beforeAcceptance: true,
});

export const keepAccount = route({
  method: "POST",
  path: "/user/closure/takeBack",
  access: "member",
  summary: "Takes back that the account is closed.",
  body: z.strictObject({ userId: z.number("Not a user id") }),
  response: z.object({ message: z.string() }),
  beforeAcceptance: true,
});
