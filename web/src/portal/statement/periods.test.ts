import { expect, test } from "vitest";
import { financialYearOf, monthOf, monthsAgo } from "./periods.ts";

test("a month has its own length, leap years included", () => {
  expect(monthOf("2026-11-15")).toEqual({ from: "2026-11-01", to: "2026-11-30" });
  expect(monthOf("2028-02-01")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
});

test("months ago is the same day, or the last of a shorter month, over a year's end too", () => {
  expect(monthsAgo("2026-11-15", 1)).toBe("2026-10-15");
  expect(monthsAgo("2026-03-31", 1)).toBe("2026-02-28");
  expect(monthsAgo("2026-01-31", 2)).toBe("2025-11-30");
  expect(monthsAgo("2026-11-15", 12)).toBe("2025-11-15");
});

test("a financial year begins in April", () => {
  expect(financialYearOf("2026-11-15")).toEqual({ from: "2026-04-01", to: "2027-03-31" });
  expect(financialYearOf("2026-03-31")).toEqual({ from: "2025-04-01", to: "2026-03-31" });
  expect(financialYearOf("2026-04-01")).toEqual({ from: "2026-04-01", to: "2027-03-31" });
});
