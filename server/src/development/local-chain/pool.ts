import { sure } from "@fc/contract/sure";
import type { TypedTransaction } from "@ethereumjs/tx";
import { bytesToHex } from "@ethereumjs/util";

/** What a node says when it does not take a transaction. */
export class TransactionRefused extends Error {}

interface WaitingTransaction {
  transaction: TypedTransaction;
  hash: string;
}

/** Transactions that wait for a block: by sender, in the order of their nonces. */
export class Pool {
  readonly #bySender = new Map<string, Map<bigint, WaitingTransaction>>();
  /** How many may wait. */
  limit = 10_000;

  add(transaction: TypedTransaction, nextNonce: bigint): void {
    const sender = transaction.getSenderAddress().toString();
    const hash = bytesToHex(transaction.hash());
    const waiting = this.#bySender.get(sender) ?? new Map<bigint, WaitingTransaction>();
    if (transaction.nonce < nextNonce) throw new TransactionRefused("nonce too low");
    const before = waiting.get(transaction.nonce);
    if (before?.hash === hash) throw new TransactionRefused("already known");
    if (before !== undefined && !outbids(transaction, before.transaction)) {
      throw new TransactionRefused("replacement transaction underpriced");
    }
    if (before === undefined && this.size >= this.limit) throw new TransactionRefused("txpool is full");
    waiting.set(transaction.nonce, { transaction, hash });
    this.#bySender.set(sender, waiting);
  }

  get size(): number {
    return [...this.#bySender.values()].reduce((sum, waiting) => sum + waiting.size, 0);
  }

  find(hash: string): TypedTransaction | undefined {
    for (const waiting of this.#bySender.values()) {
      for (const one of waiting.values()) if (one.hash === hash) return one.transaction;
    }
    return undefined;
  }

  /** All that can follow each other, beginning with the next nonce of each sender. */
  async next(nonceOf: (sender: string) => Promise<bigint>): Promise<TypedTransaction[]> {
    const found: TypedTransaction[] = [];
    for (const [sender, waiting] of this.#bySender) {
      for (let nonce = await nonceOf(sender); waiting.has(nonce); nonce++) {
        found.push(sure(waiting.get(nonce)).transaction);
      }
    }
    return found;
  }

  /** The nonce after those that wait without a gap. */
  nonceAfter(sender: string, nextNonce: bigint): bigint {
    const waiting = this.#bySender.get(sender);
    let nonce = nextNonce;
    while (waiting?.has(nonce)) nonce++;
    return nonce;
  }

  /** Those that a block has made impossible. */
  forget(sender: string, nextNonce: bigint): void {
    const waiting = this.#bySender.get(sender);
    for (const nonce of waiting?.keys() ?? []) if (nonce < nextNonce) sure(waiting).delete(nonce);
  }

  /** A node may lose what waits; nobody is told. */
  drop(hash?: string): void {
    for (const waiting of this.#bySender.values()) {
      for (const [nonce, one] of waiting) if (hash === undefined || one.hash === hash) waiting.delete(nonce);
    }
  }
}

/** By a tenth in both prices, as nodes require. */
function outbids(transaction: TypedTransaction, before: TypedTransaction): boolean {
  const [price, tip] = pricesOf(transaction);
  const [priceBefore, tipBefore] = pricesOf(before);
  return price * 10n >= priceBefore * 11n && tip * 10n >= tipBefore * 11n;
}

export function pricesOf(transaction: TypedTransaction): [price: bigint, tip: bigint] {
  return "maxFeePerGas" in transaction
    ? [transaction.maxFeePerGas, transaction.maxPriorityFeePerGas]
    : [transaction.gasPrice, transaction.gasPrice];
}
