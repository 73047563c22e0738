import { keysOf } from "../sure.ts";
/** What is known of a transaction that a member named as the payment of a request. */
interface DepositState {
  /** As the member reads it; operators have words of their own. */
  readonly text: string;
  /** Whether it helps the request, hinders it, or is not known yet. */
  readonly tone: "good" | "bad" | "open";
}

export const depositStates = {
  named: {
    text: "We are looking your transaction up.",
    tone: "open",
  },
  unseen: {
    text: "Your transaction is not on the chain yet. We keep looking for it.",
    tone: "open",
  },
  sent: {
    text: "Your transaction waits for a block.",
    tone: "open",
  },
  block: {
    text: "Your transaction is in a block and not final yet.",
    tone: "open",
  },
  arrived: {
    text: "Your coins have arrived.",
    tone: "good",
  },
  failed: {
    text: "This transaction failed on the chain, so no coins have arrived.",
    tone: "bad",
  },
  "no-transfer": {
    text: "This transaction moved no FC. It may be of another coin.",
    tone: "bad",
  },
  "other-receiver": {
    text: "The coins of this transaction went to another address than ours.",
    tone: "bad",
  },
  "too-little": {
    text: "Your coins have arrived, and they are less than the request costs.",
    tone: "bad",
  },
  taken: {
    text: "This transaction belongs to another request.",
    tone: "bad",
  },
} as const satisfies Record<string, DepositState>;

export type DepositStateName = keyof typeof depositStates;
export const depositStateNames = keysOf(depositStates);

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
