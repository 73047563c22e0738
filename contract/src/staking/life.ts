import * as z from "zod/mini";

/** How far a stake is. Amounts are FC. */
export const stakeLife = z.object({
  /** Of its days, the one that it is today, or was when it ended; 0 on the day on which it was bought. */
  day: z.number(),
  days: z.number(),
  /** The last day on which it earns. */
  last: z.string(),
  /** What a day brings. */
  perDay: z.number(),
  /** What all its days are to bring. */
  whole: z.number(),
  /** What closings have paid for it so far. */
  returned: z.number(),
  /** What was due for closed days and the rewards pool could not pay. It is not paid later. */
  notCovered: z.number(),
});
export type StakeLife = z.output<typeof stakeLife>;
