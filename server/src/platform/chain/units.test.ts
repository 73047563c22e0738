import { asFc } from "@fc/contract/units";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fcOf, unitsOf } from "./units.ts";

const decimals = fc.integer({ min: 4, max: 36 });
const amountFc = fc.bigInt({ min: 0n, max: 10n ** 24n });

test("an amount is the same after it went to the contract's unit and back", () => {
  fc.assert(
    fc.property(amountFc, decimals, (amount, places) => {
      expect(fcOf(unitsOf(asFc(amount), places), places)).toBe(amount);
    }),
  );
});

test("an amount of the contract that the ledger cannot hold exactly is never rounded", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), decimals, (units, places) => {
      const found = fcOf(units, places);
      if (found === undefined) expect(units % 10n ** BigInt(places - 4)).not.toBe(0n);
      else expect(found * 10n ** BigInt(places - 4)).toBe(units);
    }),
  );
});

test.each([
  [15_000n, 4, 15_000n],
  [15_000n, 18, 1_500_000_000_000_000_000n],
  [1n, 18, 100_000_000_000_000n],
])("%d of 1/10,000 FC in a contract with %d decimals", (amount, places, units) => {
  expect(unitsOf(asFc(amount), places)).toBe(units);
});

test("what does not fit is refused, not cut", () => {
  expect(() => unitsOf(asFc(-1n), 18)).toThrow("does not fit");
  expect(() => unitsOf(asFc(10n ** 60n), 36)).toThrow("does not fit");
  expect(() => unitsOf(asFc(1n), 3)).toThrow("3 decimals");
  expect(() => unitsOf(asFc(1n), 37)).toThrow("37 decimals");
  expect(fcOf(-1n, 18)).toBeUndefined();
});
