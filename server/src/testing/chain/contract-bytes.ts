import type { Hex } from "../../platform/chain/types.ts";

/** What a transaction has to carry to make a contract of these bytes (at most 255). */
export function creationOf(runtime: string): Hex {
  const length = (runtime.length / 2).toString(16).padStart(2, "0");
  // Copies what is behind these nine bytes into memory and returns it.
  return `0x60${length}8060093d393df3${runtime}`;
}
