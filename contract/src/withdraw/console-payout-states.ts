import { keysOf } from "../sure.ts";
interface PayoutState {
  readonly label: string;
  /** Not settled: it may still be paid or fail. */
  readonly isOpen: boolean;
}

/** The states of a payout, in the order in which it goes through them. */
export const payoutStates = {
  waiting: { label: "Waiting", isOpen: true },
  reserved: { label: "Has a nonce", isOpen: true },
  sent: { label: "Sent", isOpen: true },
  "in-block": { label: "In a block", isOpen: true },
  paid: { label: "Paid", isOpen: false },
  failed: { label: "Failed", isOpen: false },
  "taken-back": { label: "Taken back", isOpen: false },
} as const satisfies Record<string, PayoutState>;

export const payoutStateNames = keysOf(payoutStates);

/** How a payout ended. */
export const payoutOutcomes = {
  paid: "Paid",
  reverted: "The contract refused it",
  "given-up": "Its nonce was given up",
  displaced: "Another transaction used its nonce",
  "taken-back": "Taken back before it had a nonce",
} as const;
export const payoutOutcomeNames = keysOf(payoutOutcomes);
