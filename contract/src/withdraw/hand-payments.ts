import { keysOf } from "../sure.ts";
interface HandPaymentState {
  /** As operators read it. */
  readonly label: string;
  /** As its member reads it. */
  readonly shown: ChainCheck;
}

/** What a member reads of a payment that an operator made by hand, once the chain was asked about it. */
export const chainChecks = {
  checking: "We are looking your payment up on the chain.",
  found: "Your payment was found on the chain, with your address and amount.",
  "not-found":
    "Your payment was not found on the chain as it was recorded. Our team has been told and looks into it.",
} as const;
export type ChainCheck = keyof typeof chainChecks;
export const chainCheckNames = keysOf(chainChecks);

/** What the chain says of a withdrawal that an operator has paid by hand. */
export const handPaymentStates = {
  unseen: { label: "The chain does not know this transaction", shown: "checking" },
  sent: { label: "It waits for a block", shown: "checking" },
  block: { label: "In a block, not final yet", shown: "checking" },
  found: { label: "Found, with this address and amount", shown: "found" },
  failed: { label: "This transaction failed", shown: "not-found" },
  "no-transfer": { label: "This transaction moved no FC", shown: "not-found" },
  "other-receiver": { label: "The coins of this transaction went to another address", shown: "not-found" },
  "other-amount": { label: "This transaction sent another amount", shown: "not-found" },
  earlier: { label: "This transaction is older than the withdrawal", shown: "not-found" },
  "other-sender": {
    label:
      "This transaction paid something else: another withdrawal from the hot wallet, or a staking request",
    shown: "not-found",
  },
} as const satisfies Record<string, HandPaymentState>;

export type HandPaymentStateName = keyof typeof handPaymentStates;
/** The transfer fits, and it did not pay this withdrawal. */
export type HandPaymentDoubt = "earlier" | "other-sender";
export const handPaymentStateNames = keysOf(handPaymentStates);

/** A payment that gets into no block for this long counts as not found. */
export const unseenForMs = 60 * 60 * 1000;

/** Where a payment stands, for its member and for those who have to do something about it. */
export function chainCheckOf(
  { state, lookedSince }: { state: HandPaymentStateName; lookedSince: Date },
  now: Date,
): ChainCheck {
  const { shown } = handPaymentStates[state];
  const isLate = now.getTime() - lookedSince.getTime() >= unseenForMs;
  return shown === "checking" && isLate ? "not-found" : shown;
}
