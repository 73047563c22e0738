import * as z from "zod/mini";
import { timestamp } from "../wire.ts";

/** What operators can stop for everybody. Each stops when it would be done, not when it was begun. */
export const pauseNames = ["registration", "staking", "withdrawals", "transfers", "sign-in"] as const;
export type PauseName = (typeof pauseNames)[number];

/** Why, as members read it. Words of an operator's own would be in one language only. */
export const pauseReasons = ["maintenance", "fault", "safety", "outside"] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const paused = z.object({
  what: z.enum(pauseNames),
  /** "moving" is no operator's: a company that moved in waits for the second person who opens it. */
  because: z.enum([...pauseReasons, "moving"]),
  /** It ends by itself then; null where it ends when somebody opens it. */
  until: z.nullable(timestamp),
});
export type Paused = z.output<typeof paused>;
