import { type Fc, asFc, minus } from "./units.ts";
import { fcUnitsPerCoin } from "./money.ts";

/** From the least to the most that the rules allow; none if the most is below the least. */
export interface FcRange {
  leastFc: Fc;
  mostFc: Fc;
}

export function isWithin(amountFc: Fc, { leastFc, mostFc }: FcRange): boolean {
  return amountFc >= leastFc && amountFc <= mostFc;
}

/** The larger of both, for a range's least amount. */
export function atLeast(a: Fc, b: Fc): Fc {
  return a > b ? a : b;
}

/** What the shortcuts of an amount field fill in, or nothing: all to the last unit, everything else in whole coins. */
export const amountShortcuts = {
  min: ({ leastFc }) => asFc(((leastFc + fcUnitsPerCoin - 1n) / fcUnitsPerCoin) * fcUnitsPerCoin),
  quarter: ({ mostFc }) => wholeCoins(asFc(mostFc / 4n)),
  half: ({ mostFc }) => wholeCoins(asFc(mostFc / 2n)),
  max: ({ mostFc }) => mostFc,
} as const satisfies Record<string, (range: FcRange) => Fc>;
export type AmountShortcut = keyof typeof amountShortcuts;

export function shortcutAmount(shortcut: AmountShortcut, range: FcRange): Fc | undefined {
  const amountFc = amountShortcuts[shortcut](range);
  return isWithin(amountFc, range) ? amountFc : undefined;
}

function wholeCoins(amountFc: Fc): Fc {
  return minus(amountFc, asFc(amountFc % fcUnitsPerCoin));
}
