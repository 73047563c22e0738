import { createHash } from "node:crypto";
import { day } from "../../platform/clock.ts";

/** One payment that people agree to. The payout's id is random, so no signature fits a later payout of a withdrawal. */
export interface BatchEntry {
  payoutId: string;
  withdrawalId: number;
  to: string;
  /** In the contract's smallest unit. */
  units: bigint;
}

/** What approvers sign: these payments, from this wallet, of this coin, until then. */
export interface PayoutBatch {
  chainId: number;
  contract: string;
  wallet: string;
  expiresAt: Date;
  entries: readonly BatchEntry[];
}

/** How long a signature is good for. So its expiry also says when it was made, and nobody can ask for a longer one. */
export const signedForMs = 3 * day;

const format = "fc-payout/1";
/** So many payments fit into one signature. */
export const mostInBatch = 100;
const address = "0x[0-9a-fA-F]{40}";
const shape = new RegExp(
  `^${format}\\nchain (\\d{1,15})\\ncontract (${address})\\nwallet (${address})\\nexpires (\\S{24})\\n((?:payout [^\\n]+\\n)+)$`,
);
const entryShape = new RegExp(
  `^payout ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ([1-9]\\d{0,9}) (${address}) ([1-9]\\d{0,77})$`,
);

export function batchText({ chainId, contract, wallet, expiresAt, entries }: PayoutBatch): string {
  const lines = entries.map(
    ({ payoutId, withdrawalId, to, units }) => `payout ${payoutId} ${withdrawalId} ${to} ${units}\n`,
  );
  const head = `${format}\nchain ${chainId}\ncontract ${contract}\nwallet ${wallet}\nexpires ${expiresAt.toISOString()}\n`;
  return head + lines.join("");
}

/** The batch of a text; undefined for every text that `batchText` would not write exactly so. */
export function batchIn(text: string): PayoutBatch | undefined {
  const [, chainId, contract, wallet, expires, rest] = shape.exec(text) ?? [];
  if (chainId === undefined || contract === undefined || wallet === undefined) return undefined;
  if (expires === undefined || rest === undefined) return undefined;
  const expiresAt = new Date(expires);
  if (Number.isNaN(expiresAt.getTime())) return undefined;
  const entries: BatchEntry[] = [];
  for (const line of rest.trimEnd().split("\n")) {
    const [, payoutId, withdrawalId, to, units] = entryShape.exec(line) ?? [];
    if (payoutId === undefined || withdrawalId === undefined || to === undefined || units === undefined)
      return undefined;
    entries.push({ payoutId, withdrawalId: Number(withdrawalId), to, units: BigInt(units) });
  }
  const isEachOnce = new Set(entries.map(({ payoutId }) => payoutId)).size === entries.length;
  if (!isEachOnce || entries.length > mostInBatch) return undefined;
  const batch = { chainId: Number(chainId), contract, wallet, expiresAt, entries };
  return batchText(batch) === text ? batch : undefined;
}

/** What a passkey signs as its challenge. */
export function challengeOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
