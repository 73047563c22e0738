import { asFc, asUsdCents, noFc } from "./units.ts";
import { expect, test } from "vitest";
import { aboutUsdText, fcFigure, fcText, usdText, usdWorthText } from "./amount-text.ts";

test.each([
  [0n, "0"],
  [1n, "0.0001"],
  [10_000n, "1"],
  [12_500n, "1.25"],
  [100_000n, "10"],
  [1_234_567_890_001n, "12,34,56,789.0001"],
  [-12_345n, "−1.2345"],
  // No number is too large, since the figure is made of the digits.
  [12_345_678_901_234_567_890n, "1,23,45,67,89,01,23,456.789"],
])("%s units are %s FC, grouped by lakh and crore and without zeros at the end", (units, figure) => {
  expect(fcFigure(asFc(units))).toBe(figure);
  expect(fcText(asFc(units))).toBe(`${figure} FC`);
});

test.each([
  [0n, "$0"],
  [1500n, "$15"],
  [1550n, "$15.50"],
  [1n, "$0.01"],
  [12_345_678_900n, "$12,34,56,789"],
  [-1250n, "−$12.50"],
])("%s cents are %s: whole dollars or both decimals, with the sign before the unit", (cents, text) => {
  expect(usdText(asUsdCents(cents))).toBe(text);
});

test("coins that are worth less than a cent are not shown as worth nothing", () => {
  const fcFor15Usd = 1_000_000n * 10_000n;
  const perCent = asFc(fcFor15Usd / 1500n);
  expect(usdWorthText(perCent, fcFor15Usd)).toBe("< $0.01");
  expect(usdWorthText(asFc(perCent + 1n), fcFor15Usd)).toBe("$0.01");
  expect(usdWorthText(noFc, fcFor15Usd)).toBe("$0");
  expect([1n, fcFor15Usd].map((amountFc) => aboutUsdText(asFc(amountFc), fcFor15Usd))).toEqual([
    "< $0.01",
    "≈ $15",
  ]);
});
