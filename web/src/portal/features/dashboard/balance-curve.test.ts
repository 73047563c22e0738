import { expect, test } from "vitest";
import { curveOf, dayBefore, indexAt } from "./balance-curve.ts";

test("a balance is drawn in steps from zero up to its highest", () => {
  expect(curveOf([0, 50, 100], 200, 40)).toEqual({
    line: "M0 40H100V20H200V0",
    area: "M0 40H100V20H200V0V40H0Z",
  });
});

test("nothing, one day and an empty wallet are a line along the bottom", () => {
  expect(curveOf([0, 0], 100, 40).line).toBe("M0 40H100V40");
  expect(curveOf([], 100, 40).line).toBe("M0 40");
  expect(curveOf([7], 100, 40).line).toBe("M0 0");
});

test("a place in the chart belongs to the nearest day", () => {
  expect([-1, 0, 0.5, 1, 2].map((fraction) => indexAt(fraction, 91))).toEqual([0, 0, 45, 90, 90]);
});

test("days are counted back over months and years", () => {
  expect(dayBefore("2026-03-01", 1)).toBe("2026-02-28");
  expect(dayBefore("2026-01-01", 1)).toBe("2025-12-31");
});
