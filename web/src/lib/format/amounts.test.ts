import { expect, test } from "vitest";
import { coinsText, compactCoins, fcOf } from "./amounts.ts";

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
