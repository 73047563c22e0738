import { hexFrom } from "../../platform/chain/types.ts";
import * as z from "zod";
import { CallReverted, type MinedBlock, type MinedTransaction } from "./evm.ts";
import type { BlockTag, LocalChain } from "./local-chain.ts";
import { TransactionRefused } from "./pool.ts";

const hex = z.string().regex(/^0x[\da-f]*$/i);
const address = z.string().regex(/^0x[\da-f]{40}$/i);
const tag = z.union([
  z.enum(["latest", "finalized", "pending"]),
  hex.transform((number): BlockTag => BigInt(number)),
]);
const call = z.object({ from: address.optional(), to: address, data: hex });
const filter = z.object({
  address,
  fromBlock: hex.transform(BigInt),
  toBlock: hex.transform(BigInt),
  topics: z.array(hex.nullable()).max(4),
});

const request = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });

/** Exactly the calls that platform/chain makes. */
const methods: Record<string, (chain: LocalChain, params: unknown[]) => unknown> = {
  eth_chainId: (chain) => quantity(BigInt(chain.chainId)),
  eth_gasPrice: (chain) => quantity(chain.baseFee + chain.tip),
  async eth_getCode(chain, params) {
    const [of, at] = z.tuple([address, tag]).parse(params);
    return chain.codeOf(of, at);
  },
  async eth_getBalance(chain, params) {
    const [of, at] = z.tuple([address, tag]).parse(params);
    return quantity(await chain.balanceOf(of, at));
  },
  async eth_getTransactionCount(chain, params) {
    const [of, at] = z.tuple([address, tag]).parse(params);
    return quantity(await chain.nonceOf(of, at));
  },
  async eth_call(chain, params) {
    const [of, at] = z.tuple([call, tag]).parse(params);
    return chain.call(of, at);
  },
  async eth_estimateGas(chain, params) {
    return quantity(await chain.gasOf(call.parse(params[0])));
  },
  async eth_sendRawTransaction(chain, params) {
    return chain.send(hexFrom(hex.parse(params[0])));
  },
  eth_getBlockByNumber(chain, params) {
    const block = chain.blockAt(tag.parse(params[0]));
    return block === undefined ? null : blockOf(block);
  },
  eth_getTransactionByHash: (chain, params) => transactionOf(chain, hex.parse(params[0]).toLowerCase()),
  eth_getTransactionReceipt(chain, params) {
    const found = chain.find(hex.parse(params[0]).toLowerCase());
    return found === undefined ? null : receiptOf(found.block, found.mined);
  },
  eth_getLogs: (chain, params) => logsOf(chain, filter.parse(params[0])),
};

/** Answers a request as a node does: with a result, or with an error. */
export async function answer(chain: LocalChain, body: unknown): Promise<unknown> {
  const parsed = request.safeParse(body);
  if (!parsed.success) return refused(null, -32_600, "this is not a request of JSON-RPC");
  const { id, method, params } = parsed.data;
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (handler === undefined) return refused(id, -32_601, `the method ${method} does not exist`);
  try {
    return { jsonrpc: "2.0", id, result: await handler(chain, params) };
  } catch (error) {
    if (error instanceof z.ZodError) return refused(id, -32_602, "invalid parameters");
    if (error instanceof CallReverted) return refused(id, 3, error.message);
    if (error instanceof TransactionRefused) return refused(id, -32_000, error.message);
    throw error;
  }
}

function refused(id: unknown, code: number, message: string) {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

function quantity(number: bigint): string {
  return `0x${number.toString(16)}`;
}

function blockOf({ block, hash, number, timestamp, baseFee }: MinedBlock) {
  return {
    number: quantity(number),
    hash,
    parentHash: `0x${Buffer.from(block.header.parentHash).toString("hex")}`,
    timestamp: quantity(timestamp),
    baseFeePerGas: quantity(baseFee),
  };
}

function transactionOf(chain: LocalChain, hash: string) {
  const found = chain.find(hash);
  const transaction = found?.mined.transaction ?? chain.pool.find(hash);
  if (transaction === undefined) return null;
  return {
    hash,
    from: transaction.getSenderAddress().toString(),
    to: transaction.to?.toString() ?? null,
    nonce: quantity(transaction.nonce),
    input: `0x${Buffer.from(transaction.data).toString("hex")}`,
    blockNumber: found === undefined ? null : quantity(found.block.number),
  };
}

function receiptOf(block: MinedBlock, mined: MinedTransaction) {
  return {
    transactionHash: mined.hash,
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    status: mined.hasSucceeded ? "0x1" : "0x0",
    gasUsed: quantity(mined.gasUsed),
    effectiveGasPrice: quantity(mined.gasPrice),
    contractAddress: mined.contract ?? null,
    logs: mined.logs.map((log) => logOf(block, mined, log)),
  };
}

function logOf(block: MinedBlock, mined: MinedTransaction, log: MinedTransaction["logs"][number]) {
  return {
    ...log,
    logIndex: quantity(BigInt(log.logIndex)),
    blockNumber: quantity(block.number),
    blockHash: block.hash,
    transactionHash: mined.hash,
    removed: false,
  };
}

function logsOf(chain: LocalChain, { address: of, fromBlock, toBlock, topics }: z.output<typeof filter>) {
  return chain.blocks
    .slice(Number(fromBlock), Number(toBlock) + 1)
    .flatMap((block) =>
      block.transactions.flatMap((mined) => mined.logs.map((log) => logOf(block, mined, log))),
    )
    .filter(
      (log) =>
        log.address === of.toLowerCase() &&
        topics.every((topic, n) => topic === null || topic.toLowerCase() === log.topics[n]),
    );
}
