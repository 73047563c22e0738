import { hexFrom } from "../../platform/chain/types.ts";
import { createBlock, type Block } from "@ethereumjs/block";
import { createCustomCommon, Hardfork, Mainnet, type Common } from "@ethereumjs/common";
import { createTx, createTxFromRLP, type TypedTransaction } from "@ethereumjs/tx";
import { bytesToHex, createAccount, createAddressFromString, hexToBytes } from "@ethereumjs/util";
import { buildBlock, createVM, runTx, type RunTxResult, type VM } from "@ethereumjs/vm";
import type { Address, Hex } from "../../platform/chain/types.ts";
import { pricesOf } from "./pool.ts";

export interface MinedTransaction {
  hash: Hex;
  from: Hex;
  transaction: TypedTransaction;
  hasSucceeded: boolean;
  gasUsed: bigint;
  gasPrice: bigint;
  /** Of the contract that it made. */
  contract: Hex | undefined;
  logs: { address: Hex; topics: Hex[]; data: Hex; logIndex: number }[];
}

export interface MinedBlock {
  block: Block;
  hash: Hex;
  number: bigint;
  timestamp: bigint;
  baseFee: bigint;
  /** Makes another block of the same content, as a reorganisation does. */
  variant: number;
  stateRoot: Uint8Array;
  transactions: MinedTransaction[];
}

/** What a call is, for eth_call and eth_estimateGas. */
export interface EvmCall {
  from?: string | undefined;
  to: string;
  data: string;
}

export class CallReverted extends Error {}

const blockGas = 30_000_000n;

/** A real EVM and its state. Blocks below each other share it, so the state of each old block can still be read. */
export class Evm {
  readonly #vm: VM;
  readonly #common: Common;

  private constructor(vm: VM, common: Common) {
    this.#vm = vm;
    this.#common = common;
  }

  static async start(chainId: number): Promise<Evm> {
    const common = createCustomCommon({ chainId }, Mainnet, { hardfork: Hardfork.Paris });
    return new Evm(await createVM({ common }), common);
  }

  transactionFrom(bytes: string): TypedTransaction {
    return createTxFromRLP(hexToBytes(hexFrom(bytes)), { common: this.#common });
  }

  /** The first block, in which these wallets have the chain's own coin. */
  async genesis(
    wallets: readonly { address: Address; wei: bigint }[],
    timestamp: bigint,
  ): Promise<MinedBlock> {
    const state = this.#vm.stateManager;
    for (const { address, wei } of wallets) {
      await state.putAccount(createAddressFromString(address), createAccount({ balance: wei }));
    }
    const stateRoot = await state.getStateRoot();
    const header = { number: 0n, timestamp, gasLimit: blockGas, stateRoot, baseFeePerGas: 0n };
    const block = createBlock({ header }, { common: this.#common });
    const hash = bytesToHex(block.hash());
    return { block, hash, number: 0n, timestamp, baseFee: 0n, variant: 0, stateRoot, transactions: [] };
  }

  /** The block after another one. What cannot run in it is left out. */
  async mine(
    parent: MinedBlock,
    candidates: readonly TypedTransaction[],
    { timestamp, baseFee, variant }: { timestamp: bigint; baseFee: bigint; variant: number },
  ): Promise<MinedBlock> {
    await this.#vm.stateManager.setStateRoot(parent.stateRoot);
    const builder = await buildBlock(this.#vm, {
      parentBlock: parent.block,
      headerData: {
        timestamp,
        gasLimit: blockGas,
        baseFeePerGas: baseFee,
        extraData: new Uint8Array([variant]),
      },
      blockOpts: { putBlockIntoBlockchain: false },
    });
    const transactions: MinedTransaction[] = [];
    let logIndex = 0;
    for (const transaction of candidates) {
      const result = await builder.addTransaction(transaction).catch(() => undefined);
      if (result === undefined) continue;
      const mined = minedOf(transaction, result, { baseFee, logIndex });
      logIndex += mined.logs.length;
      transactions.push(mined);
    }
    const { block } = await builder.build();
    return {
      block,
      hash: bytesToHex(block.hash()),
      number: block.header.number,
      timestamp,
      baseFee,
      variant,
      stateRoot: block.header.stateRoot,
      transactions,
    };
  }

  async account(at: MinedBlock, address: string): Promise<{ nonce: bigint; balance: bigint }> {
    const state = await this.#stateAt(at);
    const account = await state.getAccount(createAddressFromString(address));
    return { nonce: account?.nonce ?? 0n, balance: account?.balance ?? 0n };
  }

  async code(at: MinedBlock, address: string): Promise<Hex> {
    const state = await this.#stateAt(at);
    return bytesToHex(await state.getCode(createAddressFromString(address)));
  }

  async call(at: MinedBlock, { from, to, data }: EvmCall): Promise<Hex> {
    const vm = await this.#vmAt(at);
    const { execResult } = await vm.evm.runCall({
      ...(from === undefined ? {} : { caller: createAddressFromString(from) }),
      to: createAddressFromString(to),
      data: hexToBytes(hexFrom(data)),
      gasLimit: blockGas,
      block: at.block,
    });
    if (execResult.exceptionError) throw new CallReverted("execution reverted");
    return bytesToHex(execResult.returnValue);
  }

  async gasOf(at: MinedBlock, { from, to, data }: EvmCall): Promise<bigint> {
    const vm = await this.#vmAt(at);
    const sender = createAddressFromString(from ?? to);
    const unsigned = createTx(
      { to: hexFrom(to), data: hexFrom(data), gasLimit: blockGas, gasPrice: 10n ** 12n },
      { common: this.#common, freeze: false },
    );
    // It runs as if the sender had signed it.
    unsigned.getSenderAddress = () => sender;
    const result = await runTx(vm, {
      tx: unsigned,
      block: at.block,
      skipNonce: true,
      skipBalance: true,
      skipBlockGasLimitValidation: true,
    });
    if (result.execResult.exceptionError) throw new CallReverted("execution reverted");
    // What comes back at the end has to be there until then.
    return result.totalGasSpent + result.gasRefund;
  }

  async #stateAt({ stateRoot }: MinedBlock) {
    const state = this.#vm.stateManager.shallowCopy();
    await state.setStateRoot(stateRoot);
    return state;
  }

  async #vmAt({ stateRoot }: MinedBlock): Promise<VM> {
    const vm = await this.#vm.shallowCopy();
    await vm.stateManager.setStateRoot(stateRoot);
    return vm;
  }
}

function minedOf(
  transaction: TypedTransaction,
  result: RunTxResult,
  { baseFee, logIndex }: { baseFee: bigint; logIndex: number },
): MinedTransaction {
  const [price, tip] = pricesOf(transaction);
  return {
    hash: bytesToHex(transaction.hash()),
    from: transaction.getSenderAddress().toString(),
    transaction,
    hasSucceeded: result.execResult.exceptionError === undefined,
    gasUsed: result.totalGasSpent,
    gasPrice: price < baseFee + tip ? price : baseFee + tip,
    contract: result.createdAddress?.toString(),
    logs: (result.execResult.logs ?? []).map(([address, topics, data], n) => ({
      address: bytesToHex(address),
      topics: topics.map((topic) => bytesToHex(topic)),
      data: bytesToHex(data),
      logIndex: logIndex + n,
    })),
  };
}
