import { AppError } from "@fc/contract/errors";
import type { ReceiptKindName } from "@fc/contract/receipts/kinds";
import { recordOfReference, referenceOf } from "@fc/contract/receipts/reference";
import type { EntryKind } from "../ledger/posting.ts";

/** The id of the record that a reference of this kind names; anything else is answered as an unknown one. */
export function idOfReference(kind: ReceiptKindName, reference: string): number {
  const record = recordOfReference(reference);
  if (record?.kind !== kind || record.id >= 2n ** 31n) throw new AppError("NOT_FOUND");
  return Number(record.id);
}

/** How a kind of entry belongs to a receipt: the entry itself has one, or the withdrawal that its key names. */
const receiptOfEntry: Partial<Record<EntryKind, ReceiptKindName>> = {
  transfer: "transfer",
  stake_from_transfer: "top-up",
  stake_returned: "stake-return",
  internal_transfer: "internal-transfer",
  withdrawal_requested: "withdrawal",
  withdrawal_accepted: "withdrawal",
  withdrawal_rejected: "withdrawal",
};

/** The reference of the movement that an entry belongs to; null where it has no receipt. */
export function referenceOfEntry({
  id,
  kind,
  key,
}: {
  id: bigint;
  kind: EntryKind;
  key: string;
}): string | null {
  const receipt = receiptOfEntry[kind];
  if (receipt === undefined) return null;
  const [, withdrawalId] = /^withdraw\/\w+\/(\d+)$/.exec(key) ?? [];
  return referenceOf(receipt, withdrawalId === undefined ? id : BigInt(withdrawalId));
}

/** The last steps of the keys of a withdrawal's entries, for the kinds of receipts that are made of its id. */
const withdrawalSteps: Partial<Record<ReceiptKindName, readonly string[]>> = {
  withdrawal: ["request", "accepted", "rejected"],
  "internal-transfer": ["internal"],
};

/** The other way round: which entries belong to a reference, by id or by key; undefined if it is no reference. */
export function entriesOfReference(reference: string): { ids: bigint[]; keys: string[] } | undefined {
  const record = recordOfReference(reference);
  if (!record) return undefined;
  const steps = withdrawalSteps[record.kind];
  return steps
    ? { ids: [], keys: steps.map((step) => `withdraw/${step}/${record.id}`) }
    : { ids: [record.id], keys: [] };
}
