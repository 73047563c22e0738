import { expect, expectTypeOf, test } from "vitest";
import { asFc, asUsdCents, minus, noFc, noUsdCents, plus, type Fc, type UsdCents } from "./units.ts";

const coin = asFc(10_000n);
const dollar = asUsdCents(100n);

test("an amount of one currency does not stand where the other is meant", () => {
  expectTypeOf(coin).not.toExtend<UsdCents>();
  expectTypeOf(dollar).not.toExtend<Fc>();
  // Nor does one whose currency nobody has said.
  expectTypeOf(1n).not.toExtend<Fc>();
  expectTypeOf(1n).not.toExtend<UsdCents>();
  // @ts-expect-error -- Coins and dollars cannot be added.
  expect(plus(coin, dollar)).toBe(10_100n);
  // @ts-expect-error -- Nor subtracted.
  expect(minus(dollar, coin)).toBe(-9_900n);
});

test("a sum and a difference are of the currency of what they are made of", () => {
  expectTypeOf(plus(coin, coin)).toEqualTypeOf<Fc>();
  expectTypeOf(minus(noUsdCents, dollar)).toEqualTypeOf<UsdCents>();
  expect(plus(coin, coin, asFc(1n))).toBe(20_001n);
  expect(minus(coin, coin, asFc(1n))).toBe(-1n);
  expect(plus(noFc)).toBe(0n);
});
