import { hexFrom } from "./types.ts";
import { getAddress } from "viem/utils";
import { block, receipt, transaction, type Log } from "./answers.ts";
import { isTransfer, transferOf } from "./coin.ts";
import type { Call } from "./endpoint.ts";
import { contradiction, type Answer, type Endpoints } from "./endpoints.ts";
import type { Address, CoinTransfer, FinalTransaction, Hash, TransactionState } from "./types.ts";

/** What one endpoint says of a transaction. Final is by its own finalized block. */
type Said = TransactionState;

/** Where a transaction is. One endpoint alone can make it neither final nor reverted, and cannot prevent it either. */
export async function stateOf(
  endpoints: Endpoints,
  contract: Address,
  transactionHash: Hash,
): Promise<TransactionState> {
  const hash = hexFrom(transactionHash.toLowerCase());
  const found = await endpoints.ask(
    (call) => saidOf(call, contract, hash),
    (answers) => endpoints.agreementIn(finalIn(answers)) !== undefined,
  );
  const final = finalIn(found.answers);
  const agreement = endpoints.agreementIn(final);
  if (agreement !== undefined) return agreement.value;
  if (found.answers.length < endpoints.majority) throw endpoints.tooFew(found);
  if (final.length >= endpoints.majority) throw contradiction({ ...found, answers: final });
  const values = found.answers.map(({ value }) => value);
  for (const value of values) {
    if (value.at === "final" || value.at === "block") return { at: "block", blockNumber: value.blockNumber };
  }
  return { at: values.some(({ at }) => at === "waiting") ? "waiting" : "unknown" };
}

function finalIn(answers: Answer<Said>[]): Answer<Said>[] {
  return answers.filter(({ value }) => value.at === "final");
}

async function saidOf(call: Call, contract: Address, hash: Hash): Promise<Said> {
  const found = await call("eth_getTransactionReceipt", [hash], receipt.nullable());
  if (found === null || found.transactionHash !== hash) {
    const known = await call("eth_getTransactionByHash", [hash], transaction.nullable());
    return { at: known?.hash === hash ? "waiting" : "unknown" };
  }
  const { blockNumber } = found;
  const finalized = await call("eth_getBlockByNumber", ["finalized", false], block);
  if (blockNumber > finalized.number) return { at: "block", blockNumber };
  const standing = await call("eth_getBlockByNumber", [quantityText(blockNumber), false], block);
  // A receipt that was kept of a block that is no more.
  if (standing.hash !== found.blockHash) return { at: "waiting" };
  return {
    at: "final",
    blockNumber,
    hasSucceeded: found.status,
    feeWei: found.gasUsed * found.effectiveGasPrice,
    transfers: transfersIn(found.logs, contract, standing.timestamp),
  };
}

function transfersIn(logs: Log[], contract: Address, timestamp: bigint): CoinTransfer[] {
  const blockTime = new Date(Number(timestamp) * 1000);
  return logs
    .filter((log) => isTransfer(log, contract))
    .map((log) => ({ ...transferOf(log), blockTime }))
    .toSorted((a, b) => a.logIndex - b.logIndex);
}

/** A transaction in a final block. */
export async function transactionOf(
  endpoints: Endpoints,
  transactionHash: Hash,
): Promise<FinalTransaction | undefined> {
  const hash = hexFrom(transactionHash.toLowerCase());
  const found = await endpoints.agreed(async (call) => {
    const known = await call("eth_getTransactionByHash", [hash], transaction.nullable());
    if (known?.hash !== hash || known.blockNumber === null || known.blockNumber === undefined) return null;
    const finalized = await call("eth_getBlockByNumber", ["finalized", false], block);
    return known.blockNumber <= finalized.number ? known : null;
  });
  if (found === null) return undefined;
  const { from, to, nonce, input: data } = found;
  return { hash, from: getAddress(from), to: to === null ? undefined : getAddress(to), nonce, data };
}

export function quantityText(number: bigint): string {
  return `0x${number.toString(16)}`;
}
