import { privateKeyToAccount } from "viem/accounts";
import { getContractAddress, keccak256 } from "viem/utils";
import * as z from "zod";
import type { Address, Hash, Hex } from "../../platform/chain/types.ts";

/** Asks the chain, in this process or by HTTP. */
export type Ask = (method: string, params: unknown[]) => Promise<unknown>;

/** A person's wallet on the local chain, as an app on a phone would be. */
export interface LocalWallet {
  address: Address;
  /** Sends a call of a contract, or the chain's own coin; it waits for a block afterwards. */
  send(call: { to?: Address; data?: Hex; wei?: bigint }): Promise<Hash>;
  /** Where its next transaction makes a contract. */
  nextContract(): Promise<Address>;
}

const quantity = z
  .string()
  .regex(/^0x/)
  .transform((text) => BigInt(text));

/** Enough for making the coin. */
const gas = 2_000_000n;

export function localWallet(key: Hex, ask: Ask): LocalWallet {
  const account = privateKeyToAccount(key);
  const { address } = account;
  const nextNonce = async () =>
    Number(quantity.parse(await ask("eth_getTransactionCount", [address, "pending"])));
  return {
    address,
    async send({ to, data = "0x", wei = 0n }) {
      const bytes = await account.signTransaction({
        type: "eip1559",
        chainId: Number(quantity.parse(await ask("eth_chainId", []))),
        nonce: await nextNonce(),
        ...(to === undefined ? {} : { to }),
        data,
        value: wei,
        gas,
        // Twice, so that it is still enough when the price rises before the next block.
        maxFeePerGas: 2n * quantity.parse(await ask("eth_gasPrice", [])),
        maxPriorityFeePerGas: 10n ** 9n,
      });
      await ask("eth_sendRawTransaction", [bytes]);
      return keccak256(bytes);
    },
    async nextContract() {
      return getContractAddress({ from: address, nonce: BigInt(await nextNonce()) });
    },
  };
}

const envelope = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

export function resultIn(answer: unknown): unknown {
  const { result, error } = envelope.parse(answer);
  if (error) throw new Error(error.message);
  return result;
}
