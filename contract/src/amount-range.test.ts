import { type Fc, asFc } from "./units.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  amountShortcuts,
  isWithin,
  shortcutAmount,
  type AmountShortcut,
  type FcRange,
} from "./amount-range.ts";

const coins = (count: number) => BigInt(Math.round(count * 10_000));
const shortcuts = Object.keys(amountShortcuts) as AmountShortcut[];
const all = (leastFc: Fc, mostFc: Fc) =>
  shortcuts.map((shortcut) => shortcutAmount(shortcut, { leastFc, mostFc }));

test("the minimum is a whole coin up, shares are whole coins down, and the maximum is all", () => {
  expect(all(asFc(coins(1.5)), asFc(coins(1001.75)))).toEqual([
    coins(2),
    coins(250),
    coins(500),
    coins(1001.75),
  ]);
});

test("a shortcut below the minimum or above the balance is not offered", () => {
  expect(all(asFc(coins(300)), asFc(coins(1001)))).toEqual([coins(300), undefined, coins(500), coins(1001)]);
  expect(all(asFc(coins(5000)), asFc(coins(1001)))).toEqual([undefined, undefined, undefined, undefined]);
  expect(all(asFc(coins(0.5)), asFc(coins(0.75)))).toEqual([undefined, undefined, undefined, coins(0.75)]);
});

test("whatever the range is, a shortcut is inside it, and whole unless it takes all", () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
  fc.assert(
    fc.property(amount, amount, fc.constantFrom(...shortcuts), (leastFc, mostFc, shortcut) => {
      const range: FcRange = { leastFc: asFc(leastFc), mostFc: asFc(mostFc) };
      const amountFc = shortcutAmount(shortcut, range);
      if (amountFc === undefined) return shortcut !== "max" || mostFc < leastFc;
      return (
        isWithin(amountFc, range) && (shortcut === "max" ? amountFc === mostFc : amountFc % 10_000n === 0n)
      );
    }),
  );
});
