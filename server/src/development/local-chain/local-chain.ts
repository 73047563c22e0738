import { hexFrom } from "../../platform/chain/types.ts";
import * as z from "zod";
import { sure } from "@fc/contract/sure";
import type { TypedTransaction } from "@ethereumjs/tx";
import type { Address, Hash, Hex } from "../../platform/chain/types.ts";
import { Evm, type EvmCall, type MinedBlock, type MinedTransaction } from "./evm.ts";
import { Pool, pricesOf, TransactionRefused } from "./pool.ts";

export interface LocalChainOptions {
  chainId: number;
  /** Who has the chain's own coin at the beginning. */
  wallets: readonly { address: Address; wei: bigint }[];
  /** Of the first block, in seconds. */
  startsAt: number;
  /** How many blocks have to follow until one is final. */
  finalAfter: number;
  /** The time of a new block; without it, each is three seconds after the one before. */
  nowSeconds?: () => number;
}

/** What has to be kept to make a block again. */
export const storedBlock = z.object({
  timestamp: z.string(),
  baseFee: z.string(),
  variant: z.number(),
  transactions: z.array(z.string().transform(hexFrom)),
});
export type StoredBlock = z.output<typeof storedBlock>;

export type BlockTag = "latest" | "finalized" | "pending" | bigint;

const gwei = 10n ** 9n;

/**
 * A chain with one node in this process. Blocks are made on demand; the demo makes one every few seconds. All that
 * reads or changes the state waits for each other, because the EVM has one state at a time.
 */
export class LocalChain {
  readonly chainId: number;
  readonly pool = new Pool();
  readonly #evm: Evm;
  readonly #blocks: MinedBlock[];
  readonly #mined = new Map<string, { block: MinedBlock; mined: MinedTransaction }>();
  readonly #finalAfter: number;
  readonly #nowSeconds: (() => number) | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  /** What a block asks for a unit of gas; a spike raises it. */
  baseFee = gwei;
  /** What `eth_gasPrice` adds to it. */
  tip = gwei;

  private constructor(evm: Evm, first: MinedBlock, options: LocalChainOptions) {
    const { chainId, finalAfter, nowSeconds } = options;
    this.chainId = chainId;
    this.#nowSeconds = nowSeconds;
    this.#evm = evm;
    this.#blocks = [first];
    this.#finalAfter = finalAfter;
  }

  static async start(options: LocalChainOptions, stored: readonly StoredBlock[] = []): Promise<LocalChain> {
    const evm = await Evm.start(options.chainId);
    const chain = new LocalChain(evm, await evm.genesis(options.wallets, BigInt(options.startsAt)), options);
    for (const block of stored) await chain.#addStored(block);
    return chain;
  }

  get head(): MinedBlock {
    return sure(this.#blocks.at(-1));
  }

  get finalBlock(): MinedBlock {
    return sure(this.#blocks[Math.max(0, this.#blocks.length - 1 - this.#finalAfter)]);
  }

  get blocks(): readonly MinedBlock[] {
    return this.#blocks;
  }

  blockAt(tag: BlockTag): MinedBlock | undefined {
    if (tag === "latest" || tag === "pending") return this.head;
    return tag === "finalized" ? this.finalBlock : this.#blocks[Number(tag)];
  }

  find(hash: string): { block: MinedBlock; mined: MinedTransaction } | undefined {
    return this.#mined.get(hash);
  }

  nonceOf(address: string, tag: BlockTag): Promise<bigint> {
    return this.#inTurn(async () => {
      const { nonce } = await this.#evm.account(this.#known(tag), address);
      return tag === "pending" ? this.pool.nonceAfter(address.toLowerCase(), nonce) : nonce;
    });
  }

  balanceOf(address: string, tag: BlockTag): Promise<bigint> {
    return this.#inTurn(async () => (await this.#evm.account(this.#known(tag), address)).balance);
  }

  codeOf(address: string, tag: BlockTag): Promise<Hex> {
    return this.#inTurn(() => this.#evm.code(this.#known(tag), address));
  }

  call(call: EvmCall, tag: BlockTag): Promise<Hex> {
    return this.#inTurn(() => this.#evm.call(this.#known(tag), call));
  }

  gasOf(call: EvmCall): Promise<bigint> {
    return this.#inTurn(() => this.#evm.gasOf(this.head, call));
  }

  /** Takes signed bytes; they wait for a block. */
  send(bytes: Hex): Promise<Hash> {
    return this.#inTurn(async () => {
      const transaction = this.#transactionFrom(bytes);
      const sender = transaction.getSenderAddress().toString();
      const { nonce, balance } = await this.#evm.account(this.head, sender);
      const [price] = pricesOf(transaction);
      if (transaction.gasLimit * price + transaction.value > balance) {
        throw new TransactionRefused("insufficient funds for gas * price + value");
      }
      this.pool.add(transaction, nonce);
      return hashOf(transaction);
    });
  }

  /** Makes blocks, the first with all that waits and pays the base fee. */
  mine(count = 1): Promise<void> {
    return this.#inTurn(async () => {
      for (let n = 0; n < count; n++) await this.#mineNext(0);
    });
  }

  /**
   * Replaces the newest blocks by as many others and one more. What was in them waits again, besides what is left out
   * here.
   */
  reorganise(depth: number, { without = [] }: { without?: readonly Hash[] } = {}): Promise<void> {
    return this.#inTurn(async () => {
      if (depth < 1 || depth > this.#finalAfter || depth >= this.#blocks.length) {
        throw new RangeError("final blocks do not change");
      }
      const removed = this.#blocks.splice(-depth);
      const variant = Math.max(...removed.map((block) => block.variant)) + 1;
      const returned = removed.flatMap(({ transactions }) => transactions);
      for (const { hash } of returned) this.#mined.delete(hash);
      for (const { hash, from, transaction } of returned) {
        if (without.includes(hash)) continue;
        const { nonce } = await this.#evm.account(this.head, from);
        try {
          this.pool.add(transaction, nonce);
        } catch (error) {
          // Another one with its nonce waits already.
          if (!(error instanceof TransactionRefused)) throw error;
        }
      }
      for (let n = 0; n <= depth; n++) await this.#mineNext(variant);
    });
  }

  async #mineNext(variant: number): Promise<void> {
    const nonceOf = async (sender: string) => (await this.#evm.account(this.head, sender)).nonce;
    const candidates = (await this.pool.next(nonceOf)).filter(
      (transaction) => pricesOf(transaction)[0] >= this.baseFee,
    );
    await this.#add(candidates, { timestamp: this.#nextTimestamp(), baseFee: this.baseFee, variant });
  }

  #nextTimestamp(): bigint {
    const { timestamp } = this.head;
    const now = BigInt(this.#nowSeconds?.() ?? timestamp + 3n);
    return now > timestamp ? now : timestamp + 1n;
  }

  async #addStored({ timestamp, baseFee, variant, transactions }: StoredBlock): Promise<void> {
    const header = { timestamp: BigInt(timestamp), baseFee: BigInt(baseFee), variant };
    await this.#add(
      transactions.map((bytes) => this.#transactionFrom(bytes)),
      header,
    );
  }

  async #add(
    transactions: TypedTransaction[],
    header: { timestamp: bigint; baseFee: bigint; variant: number },
  ): Promise<void> {
    const block = await this.#evm.mine(this.head, transactions, header);
    this.#blocks.push(block);
    for (const mined of block.transactions) {
      this.#mined.set(mined.hash, { block, mined });
      this.pool.forget(mined.from, mined.transaction.nonce + 1n);
    }
  }

  #transactionFrom(bytes: Hex): TypedTransaction {
    try {
      return this.#evm.transactionFrom(bytes);
    } catch {
      throw new TransactionRefused("this is not a transaction of this chain");
    }
  }

  #known(tag: BlockTag): MinedBlock {
    const block = this.blockAt(tag);
    if (block === undefined) throw new TransactionRefused("header not found");
    return block;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

export function hashOf(transaction: TypedTransaction): Hash {
  return `0x${Buffer.from(transaction.hash()).toString("hex")}`;
}

export function storedOf({ timestamp, baseFee, variant, transactions }: MinedBlock): StoredBlock {
  return {
    timestamp: String(timestamp),
    baseFee: String(baseFee),
    variant,
    transactions: transactions.map(
      ({ transaction }) => `0x${Buffer.from(transaction.serialize()).toString("hex")}` as const,
    ),
  };
}
