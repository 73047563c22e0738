import fc from "fast-check";
import { expect, test } from "vitest";
import { normalisedMobile } from "../members/phone.ts";
import { exactOf, exactText } from "./exact-amount.ts";
import { fields, Refused } from "./fields.ts";
import { readMoment } from "./moments.ts";

const context = { now: new Date("2026-02-01T00:00:00Z") };

test("a number of India is read as it is anywhere else, however many began like it before", () => {
  const beginning = fc.constantFrom("70000", "98765", "61279", "61278", "78870", "80790", "10000", "00000");
  const number = fc
    .tuple(beginning, fc.integer({ min: 0, max: 99_999 }))
    .map(([first, rest]) => `+91${first}${String(rest).padStart(5, "0")}`);
  fc.assert(
    fc.property(number, (text) => {
      const read = fields.mobile.read(text, context);
      expect(read instanceof Refused ? undefined : read).toBe(normalisedMobile(text));
    }),
    { numRuns: 400 },
  );
});

test("a moment as programs write it is the same as one with an offset", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }), (date) => {
      const iso = date.toISOString();
      expect(readMoment(iso)).toBe(date.getTime());
      expect(readMoment(iso.replace("Z", "+00:00"))).toBe(date.getTime());
    }),
  );
});

test.each([
  "2026-02-30T00:00:00.000Z",
  "2026-02-01T24:00:00.000Z",
  "2026-02-01T00:60:00.000Z",
  "2026-02-01T00:00:60.000Z",
  "2026-02-01T0a:00:00.000Z",
  "2026-02-01T00:00:00.0-0Z",
])("%s is no moment", (text) => {
  expect(readMoment(text)).toBeUndefined();
});

test("an amount is exact, whether it is whole or not", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
      fc.integer({ min: 0, max: 9999 }),
      (whole, part) => {
        expect(exactText(exactOf(`${whole}`) ?? -1n)).toBe(`${whole}`);
        const text = `${whole}.${String(part).padStart(4, "0")}`;
        expect(exactOf(text)).toBe(whole * 10n ** 12n + BigInt(part) * 10n ** 8n);
      },
    ),
  );
  expect(exactOf("1234567890123456")).toBeUndefined();
  expect(exactOf("")).toBeUndefined();
});
