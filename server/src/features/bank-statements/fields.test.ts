import { expect, test } from "vitest";
import { dayIn, directionIn, paiseIn, utrsIn } from "./fields.ts";

test.each([
  ["1,23,456.78", 12_345_678n],
  ["1,234,567.80", 123_456_780n],
  ["500", 50_000n],
  ["₹ 1,000.5", 100_050n],
  ["INR 10.00", 1000n],
  ["1,000.00 Cr", 100_000n],
  ["1,000.00Dr.", -100_000n],
  ["(1,234.50)", -123_450n],
  ["-75.00", -7500n],
  ["75.00-", -7500n],
  ["1.234,56", 123_456n],
  ["12,50", 1250n],
  ["", 0n],
  ["-", 0n],
  ["1.234", undefined],
  ["1,23", 123n],
  ["1,2,3", undefined],
  ["twelve", undefined],
  ["1.5e3", undefined],
  ["12.345", undefined],
  ["0.00", 0n],
  ["9".repeat(30), undefined],
])("the amount %j is %s paise", (text, paise) => {
  expect(paiseIn(text)).toBe(paise);
});

test.each([
  ["01/04/2026", "dmy", "2026-04-01"],
  ["1-Apr-26", "dmy", "2026-04-01"],
  ["01 April 2026", "dmy", "2026-04-01"],
  ["Apr 01, 2026", "mdy", "2026-04-01"],
  ["31.12.2026 23:59:01", "dmy", "2026-12-31"],
  ["2026-12-31T10:00:00", "ymd", "2026-12-31"],
  ["12/31/2026", "mdy", "2026-12-31"],
  ["12/31/2026", "dmy", undefined],
  ["31/02/2026", "dmy", undefined],
  ["yesterday", "dmy", undefined],
  ["1/1", "dmy", undefined],
] as const)("the day %j in the order %s is %s", (text, order, day) => {
  expect(dayIn(text, order)).toBe(day);
});

test("CR and DR are understood as banks write them, and nothing else", () => {
  expect(["CR", "Cr.", "C", "credit", "DR", "d", "Debit", "S", "H", "", "XR"].map(directionIn)).toEqual([
    1n,
    1n,
    1n,
    1n,
    -1n,
    -1n,
    -1n,
    -1n,
    1n,
    undefined,
    undefined,
  ]);
});

test("a UTR is found in words and references, with and without the zeros before it", () => {
  expect(utrsIn("UPI-ASHA VERMA-asha@okaxis-412345678901-PAY", "0000412345678901")).toEqual([
    "412345678901",
    "0000412345678901",
  ]);
  expect(utrsIn("NEFT CR-HDFC0000001-ASHA-hdfcn52026040112345678")).toEqual(["HDFCN52026040112345678"]);
  expect(utrsIn("INTERNATIONAL TRANSFER CHARGES 12345")).toEqual([]);
});
