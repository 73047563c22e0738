import type { PayoutGuard } from "../../platform/chain/types.ts";

/** For the demo's own chain, whose coins are worth nothing: operators' logins are enough there. */
export const openGuard: PayoutGuard = {
  state: async () => ({}),
  words: async () => ({ purpose: "payouts", words: [] }),
  rules: async () => ({}),
  byRules: async () => undefined,
  notePause: async () => undefined,
  release: async () => true,
  refusal: async () => undefined,
  claim: async () => undefined,
  sendRefusal: async () => undefined,
};

/** Signs nothing at all, and says why. */
export function closedBecause(problem: string): PayoutGuard {
  return {
    state: async () => ({ problem }),
    words: async () => undefined,
    rules: async () => ({}),
    byRules: async () => undefined,
    notePause: async () => undefined,
    // It could not remember that approvers have signed it.
    release: async () => false,
    refusal: async () => `No payout is signed: ${problem}`,
    claim: async () => `No payout is signed: ${problem}`,
    // What was signed while all was well is finished.
    sendRefusal: async () => undefined,
  };
}

/** For processes that must not sign. */
export const closedGuard = closedBecause("This process signs no payouts");
