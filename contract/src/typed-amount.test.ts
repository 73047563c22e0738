import { asFc } from "./units.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fcFigure } from "./amount-text.ts";
import { fcTyped, latinDigits, plainTyped, readAmount, usdCentsTyped } from "./typed-amount.ts";

const coins = { unit: "FC", decimals: 4 } as const;
const dollars = { unit: "$", decimals: 0 } as const;

function outcome(typed: string, format: typeof coins | typeof dollars = coins): string {
  const read = readAmount(typed, format);
  if (!read) return "nothing";
  return "problem" in read ? read.problem.kind : read.plain;
}

test.each([
  ["15.00", "15"],
  ["5000000", "5000000"],
  ["50,00,000", "5000000"],
  ["5,000,000", "5000000"],
  ["5 000 000", "5000000"],
  ["5,000 000", "5000000"],
  ["5\u202f000\u00a0000", "5000000"],
  ["\u200e5,000\u200f", "5000"],
  ["  1,234.5\t", "1234.5"],
  ["50,00,000 FC", "5000000"],
  ["fc 12", "12"],
  ["५०,००,०००", "5000000"],
  ["٥٬٠٠٠٫٥", "5000.5"],
  ["۱۲۳", "123"],
  ["১২.৫", "12.5"],
  ["007", "7"],
  [".5", "0.5"],
  ["5.", "5"],
  ["1.50000", "1.5"],
  ["99999999999.9999", "99999999999.9999"],
])("%s is read as %s", (typed, plain) => {
  expect(outcome(typed)).toBe(plain);
});

test.each([
  ["-5000000", "sign"],
  ["−5", "sign"],
  ["+5", "sign"],
  ["5-", "sign"],
  ["1.2.3", "points"],
  ["1.234.567", "points"],
  ["1.234,5", "separators"],
  ["1,5", "separators"],
  ["12,34", "separators"],
  ["0,500", "separators"],
  ["5, 000", "separators"],
  ["1 5", "separators"],
  ["50,00,0000", "separators"],
  [",5", "separators"],
  ["5000\t6000", "separators"],
  ["1.23456", "decimals"],
  ["100000000000", "size"],
  ["1".repeat(61), "size"],
  ["5e6", "character"],
  ["50 lakh", "character"],
  ["$15", "character"],
  ["(500)", "character"],
  ["½", "character"],
  ["5000\n6000", "separators"],
])("%j is refused: %s", (typed, problem) => {
  expect(outcome(typed)).toBe(problem);
});

test.each(["", "  ", "\u200e", "FC"])("%j is nothing yet", (typed) => {
  expect(outcome(typed)).toBe("nothing");
});

test("where only whole dollars are allowed, 15.00 is 15, and 15.5 is refused", () => {
  expect(["15.00", "$15", "15."].map((typed) => outcome(typed, dollars))).toEqual(["15", "15", "15"]);
  expect(outcome("15.5", dollars)).toBe("decimals");
});

test("a refusal names the character that does not belong", () => {
  expect(readAmount("50 lakh", coins)).toEqual({ problem: { kind: "character", character: "l" } });
});

test("the decimals stay as they are typed, and the rest is grouped", () => {
  expect(readAmount("1234567.50", coins)).toEqual({ plain: "1234567.5", shown: "12,34,567.50" });
  expect(readAmount("5.", coins)).toEqual({ plain: "5", shown: "5." });
});

test("money is exact", () => {
  expect(fcTyped("५०,००,०००.५")).toBe(50_000_005_000n);
  expect(usdCentsTyped("$1,500.05")).toBe(150_005n);
  expect(fcTyped("-1")).toBeUndefined();
  expect(usdCentsTyped("1.005")).toBeUndefined();
});

describe("whatever amount there is", () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n });
  const zeros = ["०", "٠", "۰", "௦", "０"] as const;
  const inScript = (text: string, zero: string) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

  test("it is read back from every way of writing it", () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(...zeros), (units, zero) => {
        const indian = fcFigure(asFc(units));
        const plain = indian.replaceAll(",", "");
        const [whole = "", fraction] = plain.split(".");
        const thousands = BigInt(whole).toLocaleString("en-US");
        const ending = fraction === undefined ? "" : `.${fraction}`;
        const ways = [
          indian,
          plain,
          thousands + ending,
          thousands.replaceAll(",", " ") + ending,
          `${indian} FC`,
        ];
        for (const way of [...ways, ...ways.map((text) => inScript(text, zero))]) {
          expect(fcTyped(way)).toBe(units);
        }
      }),
    );
  });

  test("what is shown for it reads as the same amount, and stays as it is", () => {
    const written = fc.stringMatching(/^[\d०-९., ]{0,14}$/);
    fc.assert(
      fc.property(written, (typed) => {
        const read = readAmount(typed, coins);
        if (!read || "problem" in read) return;
        expect(readAmount(read.shown, coins)).toEqual(read);
      }),
    );
  });

  test("a text is refused, or no digit of it and no point is lost", () => {
    const written = fc.string({ unit: fc.constantFrom(..."0123456789.,- ७٣۴eF$\u00a0"), maxLength: 12 });
    const digits = (text: string) => text.replace(/[^\d.]/g, "").replace(/^0+(?=\d)/, "");
    fc.assert(
      fc.property(written, (typed) => {
        const plain = plainTyped(typed, coins);
        if (plain === undefined) return;
        expect(typed).not.toMatch(/[-e$]/);
        const meant = digits(latinDigits(typed).replace(/^[^\d]*\./, "0."));
        expect(meant.includes(".") ? meant.replace(/\.?0*$/, "") : meant).toBe(plain);
      }),
      { numRuns: 2000 },
    );
  });
});
