import fc from "fast-check";
import { expect, test } from "vitest";
import { coinsText, compactCoins, fcOf, roundedTogether } from "./amounts.ts";

test("amounts of the wire become units exactly", () => {
  expect(fcOf(0.1)).toBe(1000n);
  expect(fcOf(1_234_567.0001)).toBe(12_345_670_001n);
  expect(fcOf(900_719_925_474_099)).toBe(9_007_199_254_740_990_000n);
});

test("amounts are grouped by lakh and crore, with their unit", () => {
  expect(coinsText(12_345_678.5)).toBe("1,23,45,678.5 FC");
  expect(compactCoins(10_000_000, "en")).toBe("1 crore");
  expect(compactCoins(12_500_000, "hi")).toBe("1.25 करोड़");
});

test("amounts that are rounded together add up to their rounded sum, and each is at most one coin off", () => {
  expect(roundedTogether([0.5, 0.5, 0.5, 0.5])).toEqual([1, 1, 0, 0]);
  expect(roundedTogether([6_530_817.4, 20_592_434.4, 0, 1_799_305.4])).toEqual([
    6_530_818, 20_592_434, 0, 1_799_305,
  ]);
  expect(roundedTogether([7, 0, 0.4999, 12])).toEqual([7, 0, 0, 12]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 ** 13 }), { minLength: 1, maxLength: 4 }), (units) => {
      const coins = units.map((each) => each / 10_000);
      const whole = roundedTogether(coins);
      const sum = units.reduce((total, each) => total + each, 0);
      expect(whole.reduce((total, each) => total + each, 0)).toBe(Math.floor((sum + 5_000) / 10_000));
      for (const [at, each] of whole.entries()) expect(Math.abs(each - coins[at]!)).toBeLessThan(1);
    }),
  );
});
