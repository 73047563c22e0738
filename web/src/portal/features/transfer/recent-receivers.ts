import type { TransferRow } from "@fc/contract/transfer/portal";

/** As many as fit below the field without making the form longer than a phone. */
const mostShown = 3;

/** The last transfer to each receiver, newest first. */
export function recentReceivers(transfers: readonly TransferRow[]): TransferRow[] {
  const latest = new Map<string, TransferRow>();
  for (const transfer of transfers) if (!latest.has(transfer.toRefId)) latest.set(transfer.toRefId, transfer);
  return [...latest.values()].slice(0, mostShown);
}
