import type { Chain, Signer } from "../../platform/chain/types.ts";

/** Between every two of these a worker can be killed. */
export const steps = [
  "begins",
  "saw the nonces",
  "saw it final",
  "will sign",
  "has signed",
  "will send",
  "has sent",
] as const;
export type Step = (typeof steps)[number];

/** Waits until the worker may go on. A killed one never does. */
export type Gate = (step: Step) => Promise<void>;

/** The same chain, with a gate before and after each call that decides something. */
export function gated(chain: Chain, gate: Gate): Chain {
  return {
    ...chain,
    signer: chain.signer && gatedSigner(chain.signer, gate),
    async nonces(address) {
      const nonces = await chain.nonces(address);
      await gate("saw the nonces");
      return nonces;
    },
    async stateOf(hash) {
      const state = await chain.stateOf(hash);
      if (state.at === "final") await gate("saw it final");
      return state;
    },
    async send(bytes) {
      await gate("will send");
      const sending = await chain.send(bytes);
      await gate("has sent");
      return sending;
    },
  };
}

function gatedSigner(signer: Signer, gate: Gate): Signer {
  return {
    address: signer.address,
    async sign(transaction) {
      await gate("will sign");
      const signed = await signer.sign(transaction);
      await gate("has signed");
      return signed;
    },
  };
}
