import { sure } from "@fc/contract/sure";
import {
  decodeFunctionData,
  encodeFunctionData,
  getAddress,
  parseAbi,
  size,
  slice,
  toEventSelector,
} from "viem/utils";
import type { Log } from "./answers.ts";
import type { Address, CoinTransfer, Hex } from "./types.ts";

/** The calls and the event of an ERC20 coin; BEP20 is the same. */
const coinAbi = parseAbi([
  "function transfer(address to, uint256 value) returns (bool)",
  "function balanceOf(address owner) view returns (uint256)",
  "function decimals() view returns (uint8)",
]);

export const transferTopic = toEventSelector("Transfer(address,address,uint256)");
/** Selector and two words. */
const transferCallBytes = 4 + 2 * 32;

export const decimalsData = encodeFunctionData({ abi: coinAbi, functionName: "decimals" });

export function balanceData(owner: Address): Hex {
  return encodeFunctionData({ abi: coinAbi, functionName: "balanceOf", args: [owner] });
}

/** The mark is behind the arguments, where a contract does not look. */
export function transferData(to: Address, units: bigint, mark: Hex): Hex {
  const call = encodeFunctionData({ abi: coinAbi, functionName: "transfer", args: [to, units] });
  return `${call}${mark.slice(2).toLowerCase()}`;
}

/** What a call of the contract moves, if it is one that does, with the bytes behind it. */
export function transferIn(data: Hex): { to: Address; units: bigint; mark: Hex } | undefined {
  if (size(data) < transferCallBytes) return undefined;
  try {
    const call = decodeFunctionData({ abi: coinAbi, data: slice(data, 0, transferCallBytes) });
    if (call.functionName !== "transfer") return undefined;
    const [to, units] = call.args;
    return { to, units, mark: `0x${data.slice(2 + 2 * transferCallBytes)}` };
  } catch {
    return undefined;
  }
}

/** As a topic of a log has it. */
export function topicOf(address: Address): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
}

/** Whether it is a Transfer of this contract. */
export function isTransfer(log: Log, contract: Address): boolean {
  return (
    log.address === contract.toLowerCase() &&
    log.topics.length === 3 &&
    log.topics[0] === transferTopic &&
    size(log.data) === 32 &&
    !log.removed
  );
}

/** What a Transfer log says, besides the time of its block. */
export function transferOf(log: Log): Omit<CoinTransfer, "blockTime"> {
  return {
    hash: log.transactionHash,
    logIndex: log.logIndex,
    from: addressIn(sure(log.topics[1])),
    to: addressIn(sure(log.topics[2])),
    units: BigInt(log.data),
    blockNumber: log.blockNumber,
  };
}

function addressIn(topic: Hex): Address {
  return getAddress(`0x${topic.slice(-40)}`);
}
