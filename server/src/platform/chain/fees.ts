import { sure } from "@fc/contract/sure";
import { feeBlock, quantity } from "./answers.ts";
import { NoAnswer, type Call } from "./endpoint.ts";
import type { Endpoints } from "./endpoints.ts";
import type { Address, Fees, Hex } from "./types.ts";

/**
 * Twice the base fee lasts for six full blocks in a row. The middle answer is taken, and the lower of two: an endpoint
 * that lies cannot make us burn fees, and a payment that waits is sent again with a higher fee.
 */
export async function fees(endpoints: Endpoints): Promise<Fees> {
  const said = await endpoints.askEnough(async (call) => {
    const { baseFeePerGas = 0n } = await call("eth_getBlockByNumber", ["latest", false], feeBlock);
    const price = await call("eth_gasPrice", [], quantity);
    return { baseFeePerGas, tip: price > baseFeePerGas ? price - baseFeePerGas : 0n };
  });
  const baseFee = middleOf(said.map(({ value }) => value.baseFeePerGas));
  const tip = middleOf(said.map(({ value }) => value.tip));
  return { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip };
}

export async function gasOf(
  endpoints: Endpoints,
  call: { from: Address; to: Address; data: Hex },
): Promise<bigint | undefined> {
  const said = await endpoints.askEnough((ask) => gasAt(ask, call));
  const gas = said.flatMap(({ value }) => value ?? []);
  return said.length - gas.length >= endpoints.majority || gas.length === 0 ? undefined : middleOf(gas);
}

async function gasAt(
  ask: Call,
  call: { from: Address; to: Address; data: Hex },
): Promise<bigint | undefined> {
  try {
    return await ask("eth_estimateGas", [call], quantity);
  } catch (error) {
    if (error instanceof NoAnswer && error.refusal && wouldFail(error.refusal)) return undefined;
    throw error;
  }
}

/** Code 3 is "execution reverted" by the specification; older servers say it in words only. */
function wouldFail({ code, message }: { code: number; message: string }): boolean {
  return code === 3 || /revert|invalid opcode/i.test(message);
}

function middleOf(values: bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sure(sorted[Math.floor((sorted.length - 1) / 2)]);
}
