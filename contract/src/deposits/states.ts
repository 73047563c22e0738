/** What is known of a transaction that a member named as the payment of a request. */
interface DepositState {
  /** As operators read it. */
  readonly label: string;
  /** As the member reads it. */
  readonly memberText: string;
  /** Whether it helps the request, hinders it, or is not known yet. */
  readonly tone: "good" | "bad" | "open";
}

export const depositStates = {
  named: {
    label: "Named, not looked up yet",
    memberText: "We are looking your transaction up.",
    tone: "open",
  },
  unseen: {
    label: "Not seen on the chain yet",
    memberText: "Your transaction is not on the chain yet. We keep looking for it.",
    tone: "open",
  },
  sent: {
    label: "Sent, not in a block yet",
    memberText: "Your transaction waits for a block.",
    tone: "open",
  },
  block: {
    label: "In a block, not final yet",
    memberText: "Your transaction is in a block and not final yet.",
    tone: "open",
  },
  arrived: { label: "Arrived, final", memberText: "Your coins have arrived.", tone: "good" },
  failed: {
    label: "The transaction failed: no coins were moved",
    memberText: "This transaction failed on the chain, so no coins have arrived.",
    tone: "bad",
  },
  "no-transfer": {
    label: "No transfer of FC",
    memberText: "This transaction moved no FC. It may be of another coin.",
    tone: "bad",
  },
  "other-receiver": {
    label: "The coins went to another address",
    memberText: "The coins of this transaction went to another address than ours.",
    tone: "bad",
  },
  "too-little": {
    label: "Arrived, final, and less than the request costs",
    memberText: "Your coins have arrived, and they are less than the request costs.",
    tone: "bad",
  },
  taken: {
    label: "Belongs to another request",
    memberText: "This transaction belongs to another request.",
    tone: "bad",
  },
} as const satisfies Record<string, DepositState>;

export type DepositStateName = keyof typeof depositStates;
export const depositStateNames = Object.keys(depositStates) as DepositStateName[];

export const transactionHashWrong =
  "A transaction hash has 66 characters: 0x, then digits and letters a to f";

/** As the chain writes it. */
export function transactionHashOf(typed: string): string {
  return typed.trim().toLowerCase();
}

export function transactionHashProblem(typed: string): string | undefined {
  return typed.trim() === "" || /^0x[0-9a-f]{64}$/.test(transactionHashOf(typed))
    ? undefined
    : transactionHashWrong;
}
