import { keysOf } from "../sure.ts";
interface ReceiptKind {
  /** Begins the references of this kind, so that no two kinds have the same one. */
  readonly prefix: string;
  readonly label: string;
  /** Pending until an operator decides it; its member can take it back until then. Otherwise it is done at once. */
  readonly isDecided: boolean;
  /** The last step of its timeline when all went well. */
  readonly doneStep: "started" | "paid" | "moved" | "sent";
}

/** The money movements of members that have a receipt. The server's table of the same keys says how each is read. */
export const receiptKinds = {
  "staking-request": { prefix: "ST", label: "Staking request", isDecided: true, doneStep: "started" },
  "top-up": { prefix: "TU", label: "Stake from the transfer wallet", isDecided: false, doneStep: "started" },
  "stake-return": { prefix: "UN", label: "Stake undone", isDecided: false, doneStep: "moved" },
  withdrawal: { prefix: "WD", label: "Coin withdrawal", isDecided: true, doneStep: "paid" },
  "internal-transfer": { prefix: "IT", label: "Internal transfer", isDecided: false, doneStep: "moved" },
  transfer: { prefix: "TR", label: "Wallet transfer", isDecided: false, doneStep: "sent" },
} as const satisfies Record<string, ReceiptKind>;

export type ReceiptKindName = keyof typeof receiptKinds;
export const receiptKindNames = keysOf(receiptKinds);

/** What its member reads as the reason of a request that they took back. */
export const cancelledByYou = "Cancelled by you";
