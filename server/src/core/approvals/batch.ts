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
  /** Of the worker's own, so that nothing can be signed ahead; undefined in the format of the release before. */
  word: string | undefined;
  expiresAt: Date;
  entries: readonly BatchEntry[];
}

/** How long a word of the worker's, and so a signature that names it, is good for. Nobody can ask for longer. */
export const signedForMs = 3 * day;

/** So many payments fit into one signature. */
export const mostInBatch = 100;
const address = "0x[0-9a-fA-F]{40}";
const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const shape = new RegExp(
  `^fc-payout/[12]\\nchain (\\d{1,15})\\ncontract (${address})\\nwallet (${address})\\n(?:word (${uuid})\\n)?expires (\\S{24})\\n((?:payout [^\\n]+\\n)+)$`,
);
const entryShape = new RegExp(`^payout (${uuid}) ([1-9]\\d{0,9}) (${address}) ([1-9]\\d{0,77})$`);

export function batchText({ chainId, contract, wallet, word, expiresAt, entries }: PayoutBatch): string {
  const format = word === undefined ? "fc-payout/1" : "fc-payout/2";
  const lines = entries.map(
    ({ payoutId, withdrawalId, to, units }) => `payout ${payoutId} ${withdrawalId} ${to} ${units}\n`,
  );
  const named = word === undefined ? "" : `word ${word}\n`;
  const head = `${format}\nchain ${chainId}\ncontract ${contract}\nwallet ${wallet}\n${named}expires ${expiresAt.toISOString()}\n`;
  return head + lines.join("");
}

/** The batch of a text; undefined for every text that `batchText` would not write exactly so. */
export function batchIn(text: string): PayoutBatch | undefined {
  const [, chainId, contract, wallet, word, expires, rest] = shape.exec(text) ?? [];
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
  const batch = { chainId: Number(chainId), contract, wallet, word, expiresAt, entries };
  return batchText(batch) === text ? batch : undefined;
}

/** What approvers sign so that a paused wallet pays again. The word is of exactly this pause. */
export interface Release {
  chainId: number;
  wallet: string;
  word: string;
}

export function releaseText({ chainId, wallet, word }: Release): string {
  return `fc-release/1\nchain ${chainId}\nwallet ${wallet}\nword ${word}\n`;
}

/** What a passkey signs as its challenge. */
export function challengeOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
