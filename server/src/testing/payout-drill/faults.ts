import type { Fault } from "../plant.ts";

export type FaultName = keyof typeof faults;

/** Faults that are planted in the product's own code while a worker loads it. The drill has to find each of them. */
export const faults = {
  /** A payment in a block counts as paid, although the block may still be replaced by another one. */
  "settles-before-final": {
    file: "platform/chain/transaction-state.ts",
    from: "if (blockNumber > finalized.number) return",
    to: "if (false) return",
  },
  /** A higher fee is offered with the next nonce, so both payments can be in a block. */
  "raises-with-next-nonce": {
    file: "core/chain/sign.ts",
    from: "nonce: payout.nonce,",
    to: "nonce: payout.nonce + BigInt(payout.attempts.length),",
  },
  /** The nonce is the chain's and not the recorded one, so two payouts get the same. */
  "nonce-of-the-chain": {
    file: "core/chain/reserve.ts",
    from: "nonce: wallet.next_nonce,",
    to: "nonce: nonces.highest,",
  },
} as const satisfies Record<string, Fault>;
