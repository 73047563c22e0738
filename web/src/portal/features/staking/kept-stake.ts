import * as z from "zod/mini";
import { stakeKeys } from "../../../lib/session/session-keys.ts";
import { localStore } from "../../../lib/storage.ts";

/** What a stake takes, in this order. */
export const stakeSteps = ["amount", "pay", "proof"] as const;
export type StakeStep = (typeof stakeSteps)[number];

const keptStake = z.object({
  step: z.enum(stakeSteps),
  /** A package, or "others" with an amount of the member's own. */
  form: z.object({
    choice: z.string(),
    custom: z.string(),
    utr: z.optional(z.string()),
    transactionHash: z.optional(z.string()),
  }),
  keptAt: z.number(),
});

/** As long as the proof that was sent. */
const lifeMs = 24 * 60 * 60_000;

/**
 * How far a member came with a stake. A payment app takes over the screen, and phones forget pages behind it: a member who
 * comes back finds the amount and the step again.
 */
export const keptStakes = {
  keep(userId: number, stake: Omit<z.output<typeof keptStake>, "keptAt">): void {
    localStore.write(`${stakeKeys}${userId}`, JSON.stringify({ ...stake, keptAt: Date.now() }));
  },

  find(userId: number): Omit<z.output<typeof keptStake>, "keptAt"> | undefined {
    const found = keptStake.safeParse(jsonIn(localStore.read(`${stakeKeys}${userId}`))).data;
    return found && Date.now() - found.keptAt < lifeMs ? found : undefined;
  },

  drop(userId: number): void {
    localStore.remove(`${stakeKeys}${userId}`);
  },
};

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}
