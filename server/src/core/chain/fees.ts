import type { Fees } from "../../platform/chain/types.ts";

const weiPerGwei = 1_000_000_000n;

interface FeeBounds {
  /** What the chain asks for now. */
  suggested: Fees;
  /** Of the attempt that is to be replaced; endpoints take another one in its place from 10 % more on. */
  before: Fees | undefined;
  highestGwei: number;
  kind: "payment" | "give-up";
}

/** The fees of the next attempt; undefined where they would exceed the highest price that the settings allow. */
export function nextFees({ suggested, before, highestGwei, kind }: FeeBounds): Fees | undefined {
  const highest = BigInt(highestGwei) * weiPerGwei;
  // A payment at the highest price could not be given up otherwise: the give-up has to offer more.
  const bound = kind === "give-up" ? highest + highest / 4n : highest;
  if (!before) {
    // Below what the chain asks for it waits until gas is cheaper, and keeps its place.
    const maxFeePerGas = least(suggested.maxFeePerGas, bound);
    return { maxFeePerGas, maxPriorityFeePerGas: least(suggested.maxPriorityFeePerGas, maxFeePerGas) };
  }
  const maxFeePerGas = most(raised(before.maxFeePerGas), least(suggested.maxFeePerGas, bound));
  const maxPriorityFeePerGas = most(
    raised(before.maxPriorityFeePerGas),
    least(suggested.maxPriorityFeePerGas, maxFeePerGas),
  );
  if (maxFeePerGas > bound) return undefined;
  return { maxFeePerGas, maxPriorityFeePerGas: least(maxPriorityFeePerGas, maxFeePerGas) };
}

/** By an eighth, rounded up. */
function raised(wei: bigint): bigint {
  return wei + (wei + 7n) / 8n;
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const most = (a: bigint, b: bigint) => (a > b ? a : b);
