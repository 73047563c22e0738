import type { Fc } from "@fc/contract/units";
import { fcUnitsPerCoin } from "@fc/contract/money";

/** With fewer decimals than the ledger has, an amount would have to be rounded. */
export const fewestDecimals = 4;
/** With more, the coins of the whole ledger would not fit into 256 bits. */
export const mostDecimals = 36;

const mostUnits = 2n ** 256n - 1n;

/** How many of the contract's smallest units are 1/10,000 FC. */
function unitsPerFc(decimals: number): bigint {
  if (!Number.isInteger(decimals) || decimals < fewestDecimals || decimals > mostDecimals) {
    throw new RangeError(`a coin with ${decimals} decimals cannot be counted exactly`);
  }
  return 10n ** BigInt(decimals) / fcUnitsPerCoin;
}

/** From 1/10,000 FC to the contract's smallest units; exact. */
export function unitsOf(fc: Fc, decimals: number): bigint {
  const units = fc * unitsPerFc(decimals);
  if (fc < 0n || units > mostUnits) throw new RangeError("this amount does not fit into a transfer");
  return units;
}

/** From the contract's smallest units to 1/10,000 FC; undefined where it is not a whole number of them. */
export function fcOf(units: bigint, decimals: number): bigint | undefined {
  const unit = unitsPerFc(decimals);
  return units >= 0n && units % unit === 0n ? units / unit : undefined;
}
