import { sure } from "@fc/contract/sure";
import * as z from "zod";
import { block, log } from "./answers.ts";
import { isTransfer, topicOf, transferOf, transferTopic } from "./coin.ts";
import { NoAnswer, type Call } from "./endpoint.ts";
import { QuestionRefused, type Endpoints } from "./endpoints.ts";
import { quantityText } from "./transaction-state.ts";
import type { Address, CoinTransfer } from "./types.ts";

interface Blocks {
  from: bigint;
  to: bigint;
}

interface WantedTransfers {
  contract: Address;
  address: Address;
  blocks: Blocks;
}

/**
 * The transfers from or to an address. An endpoint that has not finalized the last of the blocks counts as silent,
 * because its logs may be incomplete there.
 */
export async function transfersOf(endpoints: Endpoints, wanted: WantedTransfers): Promise<CoinTransfer[]> {
  const { from, to } = wanted.blocks;
  if (from > to) return [];
  try {
    const found = await endpoints.agreed((call) => transfersAt(call, wanted));
    return await withTimes(endpoints, found);
  } catch (error) {
    // Servers have limits for one question, each its own. A half is asked until it fits.
    if (!(error instanceof QuestionRefused) || from === to) throw error;
    const middle = (from + to) / 2n;
    const first = await transfersOf(endpoints, { ...wanted, blocks: { from, to: middle } });
    return [...first, ...(await transfersOf(endpoints, { ...wanted, blocks: { from: middle + 1n, to } }))];
  }
}

type FoundTransfer = Omit<CoinTransfer, "blockTime">;

async function transfersAt(
  call: Call,
  { contract, address, blocks }: WantedTransfers,
): Promise<FoundTransfer[]> {
  const finalized = await call("eth_getBlockByNumber", ["finalized", false], block);
  if (finalized.number < blocks.to) throw new NoAnswer(`it has not finalized block ${blocks.to} yet`);
  const topic = topicOf(address);
  const range = { fromBlock: quantityText(blocks.from), toBlock: quantityText(blocks.to), address: contract };
  const logsWith = (topics: unknown[]) => call("eth_getLogs", [{ ...range, topics }], z.array(log));
  const sent = await logsWith([transferTopic, topic]);
  const received = await logsWith([transferTopic, null, topic]);
  const found = [...sent, ...received].filter(
    (one) =>
      isTransfer(one, contract) &&
      (one.topics[1] === topic || one.topics[2] === topic) &&
      one.blockNumber >= blocks.from &&
      one.blockNumber <= blocks.to,
  );
  // One from the address to itself is in both.
  const distinct = new Map(found.map((one) => [`${one.blockNumber} ${one.logIndex}`, one]));
  return [...distinct.values()]
    .map(transferOf)
    .toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
}

async function withTimes(endpoints: Endpoints, found: FoundTransfer[]): Promise<CoinTransfer[]> {
  const times = new Map<bigint, Date>();
  for (const { blockNumber } of found) {
    if (times.has(blockNumber)) continue;
    const { timestamp } = await endpoints.agreed((call) =>
      call("eth_getBlockByNumber", [quantityText(blockNumber), false], block),
    );
    times.set(blockNumber, new Date(Number(timestamp) * 1000));
  }
  return found.map((transfer) => ({ ...transfer, blockTime: sure(times.get(transfer.blockNumber)) }));
}
