interface ReceiptKind {
  /** Begins the references of this kind, so that no two kinds have the same one. */
  readonly prefix: string;
  /** The table whose ids they are made of. */
  readonly record: "staking_requests" | "withdrawals" | "ledger_entries";
}

/** The money movements of members that have a receipt. */
export const receiptKinds = {
  "staking-request": { prefix: "ST", record: "staking_requests" },
  "top-up": { prefix: "TU", record: "ledger_entries" },
  withdrawal: { prefix: "WD", record: "withdrawals" },
  "internal-transfer": { prefix: "IT", record: "withdrawals" },
  transfer: { prefix: "TR", record: "ledger_entries" },
} as const satisfies Record<string, ReceiptKind>;

export type ReceiptKindName = keyof typeof receiptKinds;
export const receiptKindNames = Object.keys(receiptKinds) as ReceiptKindName[];
