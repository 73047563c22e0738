import { createContext } from "react";

/** As many decimals as the coins around have, so that they stand below each other. */
export const Decimals = createContext(0);

/** Of coins; they have four at most. */
const most = 4;

/** How many decimals the amount with the most of them needs. */
export function decimalsOf(amounts: readonly number[]): number {
  const needed = amounts.map(
    (amount) => (amount.toFixed(most).replace(/0+$/, "").split(".")[1] ?? "").length,
  );
  return Math.max(0, ...needed);
}
