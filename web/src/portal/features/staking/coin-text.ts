import { fcFigure } from "@fc/contract/amount-text";
import { fcFromWire } from "@fc/contract/money";

/** Coins as an answer carries them, exact and grouped; the heading has the unit. */
export function coinText(amount: number): string {
  const units = fcFromWire(amount);
  return units === undefined ? amount.toLocaleString("en-IN") : fcFigure(units);
}
