import { asFc, asUsdCents, noFc } from "./units.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  fcForUsdInPayersFavour,
  fcFromText,
  fcFromWire,
  fcToWire,
  inrPaiseForFcInPayersFavour,
  inrPaiseForUsdInPayersFavour,
  inrPaiseToWire,
  inrRateFromWire,
  inrRateToWire,
  shareInPayersFavour,
  usdCentsForFcInPayersFavour,
  usdCentsFromText,
  usdCentsFromWire,
  usdCentsToWire,
} from "./money.ts";

const most = asFc(10n ** 15n - 1n);
const safe = BigInt(Number.MAX_SAFE_INTEGER);
const amount = fc.bigInt({ min: 0n, max: most });
const price = fc.bigInt({ min: 1n, max: 10n ** 13n });

describe("an amount on the wire", () => {
  test("comes back as what it was, to the unit", () => {
    fc.assert(
      fc.property(amount, (units) => {
        expect(fcFromWire(JSON.parse(JSON.stringify(fcToWire(asFc(units)))))).toBe(units);
        expect(usdCentsFromWire(JSON.parse(JSON.stringify(usdCentsToWire(asUsdCents(units)))))).toBe(units);
      }),
    );
  });

  test("in whole coins is 10,000 units a coin", () => {
    expect(fcFromWire(5_000_000)).toBe(50_000_000_000n);
    expect(fcFromWire(0.0001)).toBe(1n);
    expect(fcFromWire(0)).toBe(0n);
    expect(usdCentsFromWire(15)).toBe(1500n);
    expect(fcToWire(asFc(-12_345n))).toBe(-1.2345);
    expect(inrPaiseToWire(101n)).toBe(1.01);
    expect(inrRateFromWire(84.5)).toBe(845_000n);
    expect(inrRateToWire(845_000n)).toBe(84.5);
  });

  test("carries fifteen digits of units and not one unit more", () => {
    expect(fcFromWire(99_999_999_999.9999)).toBe(most);
    expect(fcFromText("99999999999.9999")).toBe(most);
    expect(fcFromText("100000000000")).toBeUndefined();
    expect(fcToWire(most)).toBe(99_999_999_999.9999);
    expect(fcToWire(asFc(most + 1n))).toBe(100_000_000_000);
  });

  test.each([
    ["text", "15"],
    ["nothing", null],
    ["missing", undefined],
    ["a list", [15]],
    ["an object", { valueOf: () => 15 }],
    ["a yes", true],
    ["a bigint", 15n],
    ["negative", -1],
    ["a negative fraction", -0.5],
    ["no number", Number.NaN],
    ["endless", Infinity],
    ["finer than the unit", 0.00001],
    ["a sum of floats", 0.1 + 0.2],
    ["more than fifteen digits of units", 100_000_000_000],
    ["above 2^53", 2 ** 53],
    ["written with an exponent", 1e300],
    ["tiny", 1e-7],
  ])("that is %s is refused", (_, value) => {
    expect(fcFromWire(value)).toBeUndefined();
    expect(usdCentsFromWire(value === 100_000_000_000 ? 10 ** 13 : value)).toBeUndefined();
  });

  test("is never misread: it is refused, or it is exactly the number that was sent", () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const units = fcFromWire(value);
        return units === undefined || fcToWire(units) === value;
      }),
    );
  });

  test("above exact numbers loses the fraction of a coin, and above whole numbers fails", () => {
    expect(fcToWire(asFc(10n ** 15n + 9999n))).toBe(100_000_000_000);
    expect(fcToWire(asFc(-(10n ** 15n) - 9999n))).toBe(-100_000_000_000);
    expect(fcToWire(asFc(safe * 10_000n))).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => fcToWire(asFc((safe + 1n) * 10_000n))).toThrow(RangeError);
  });
});

test("typed text is digits with a point, and nothing else", () => {
  expect(fcFromText("12.5")).toBe(125_000n);
  expect(usdCentsFromText("12.05")).toBe(1205n);
  for (const text of [
    "",
    " 1",
    "1 ",
    "+1",
    "-1",
    "1e3",
    "0x1",
    "1,000",
    "1.",
    ".5",
    "1.23456",
    "१५",
    "1\n",
  ]) {
    expect(fcFromText(text)).toBeUndefined();
  }
  expect(usdCentsFromText("1.005")).toBeUndefined();
});

describe("a conversion", () => {
  test("rounds by less than a unit, in favour of the payer", () => {
    fc.assert(
      fc.property(amount, price, (cents, fcFor15Usd) => {
        const least = fcForUsdInPayersFavour(asUsdCents(cents), fcFor15Usd);
        const least15 = least * 1500n;
        const exact15 = cents * fcFor15Usd;
        expect(least15 <= exact15 && exact15 < least15 + 1500n).toBe(true);
      }),
    );
  });

  test("there and back never gains for the caller", () => {
    fc.assert(
      fc.property(amount, price, (units, fcFor15Usd) => {
        const cents = usdCentsForFcInPayersFavour(asFc(units), fcFor15Usd);
        expect(fcForUsdInPayersFavour(cents, fcFor15Usd)).toBeLessThanOrEqual(units);
      }),
    );
  });

  test("of a sum gives at most one unit more than of its parts", () => {
    fc.assert(
      fc.property(amount, amount, price, (a, b, fcFor15Usd) => {
        const apart =
          fcForUsdInPayersFavour(asUsdCents(a), fcFor15Usd) +
          fcForUsdInPayersFavour(asUsdCents(b), fcFor15Usd);
        const difference = fcForUsdInPayersFavour(asUsdCents(a + b), fcFor15Usd) - apart;
        expect(difference === 0n || difference === 1n).toBe(true);
      }),
    );
  });

  test("to rupees goes by the dollar, rounded once", () => {
    // 1,000 FC for $15 and 84.5 rupees a dollar: 100 FC are $1.50 are 126.75 rupees.
    const prices = { fcFor15Usd: 10_000_000n, inrPerUsd: 845_000n };
    expect(inrPaiseForFcInPayersFavour(asFc(1_000_000n), prices)).toBe(12_675n);
    expect(inrPaiseForUsdInPayersFavour(asUsdCents(150n), 845_000n)).toBe(12_675n);
    // A third of a cent is worth 28 paise, though it is no cent.
    expect(usdCentsForFcInPayersFavour(asFc(2222n), prices.fcFor15Usd)).toBe(0n);
    expect(inrPaiseForFcInPayersFavour(asFc(2222n), prices)).toBe(28n);
  });

  test("refuses a negative amount and a price of zero", () => {
    expect(() => fcForUsdInPayersFavour(asUsdCents(-1n), 1n)).toThrow("must not be negative");
    expect(() => usdCentsForFcInPayersFavour(asFc(-1n), 1n)).toThrow("must not be negative");
    // Not left to the division, which would refuse a price of nothing in words that name no price.
    for (const badPrice of [0n, -1n]) {
      expect(() => usdCentsForFcInPayersFavour(noFc, badPrice)).toThrow("price must be above zero");
    }
    expect(shareInPayersFavour(asFc(999n), 5n, 1000n)).toBe(4n);
  });
});
