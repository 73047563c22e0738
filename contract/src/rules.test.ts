import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { otpIn } from "./otp/portal.ts";
import { newPasswordProblem } from "./password/portal.ts";
import { mayBeRefId, normaliseRefId, refIdAlphabet, refIdFrom, refIdRandomLength } from "./ref-id.ts";

const random = fc
  .array(fc.constantFrom(...refIdAlphabet), { minLength: refIdRandomLength, maxLength: refIdRandomLength })
  .map((characters) => characters.join(""));

/** Whether its check character fits. */
const isChecked = (refId: string) => refIdFrom(refId.slice(2, 2 + refIdRandomLength)) === refId;

describe("a user id", () => {
  test("is recognised in whatever case and with whatever spaces around it", () => {
    fc.assert(
      fc.property(random, (text) => {
        const refId = refIdFrom(text);
        return normaliseRefId(`  ${refId.toLowerCase()} `) === refId;
      }),
    );
  });

  test("of another system is accepted where one is typed, also one as long as ours", () => {
    for (const refId of ["FC1001", "FC1002345", "FC7K2M9QQ", "OLD-17", "A", "9876543210"]) {
      expect(mayBeRefId(refId)).toBe(true);
    }
    for (const refId of ["", "A B", "A/B", "A_B", "-A", "A".repeat(33)]) {
      expect(mayBeRefId(refId)).toBe(false);
    }
    fc.assert(fc.property(random, (text) => mayBeRefId(refIdFrom(text))));
  });

  test("with one wrong character is never another member's", () => {
    fc.assert(
      fc.property(
        random,
        fc.nat(refIdRandomLength),
        fc.constantFrom(...refIdAlphabet),
        (text, at, character) => {
          const refId = refIdFrom(text);
          const wrong = refId.slice(0, 2 + at) + character + refId.slice(3 + at);
          return wrong === refId || !isChecked(wrong);
        },
      ),
    );
  });

  test("with two neighbours swapped is never another member's", () => {
    fc.assert(
      fc.property(random, fc.nat(refIdRandomLength - 2), (text, at) => {
        const swapped = text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
        const refId = refIdFrom(text);
        return swapped === text || !isChecked(`FC${swapped}${refId.at(-1)}`);
      }),
    );
  });
});

describe("a one-time password", () => {
  test.each([
    ["123456", "123456"],
    ["  123 456 ", "123456"],
    ["Your FC Portal code is 042917. It is valid until 15 Nov 2026.", "042917"],
    ["12345", "12345"],
    ["", ""],
  ])("is found in %j", (pasted, code) => expect(otpIn(pasted)).toBe(code));

  test("is found in any sentence without other six-digit numbers", () => {
    const words = fc.string({ maxLength: 30 }).map((text) => text.replace(/\d/g, ""));
    const code = fc.integer({ min: 0, max: 999_999 }).map((n) => String(n).padStart(6, "0"));
    fc.assert(
      fc.property(words, code, words, (before, digits, behind) => otpIn(before + digits + behind) === digits),
    );
  });
});

describe("a new password", () => {
  test("of ten to 128 varied characters other than the old one is fine for the form", () => {
    expect(newPasswordProblem("old", "Monsoon over Kochi")).toBeUndefined();
  });
  test.each([
    ["aB3$56789", "PASSWORD_TOO_SHORT"],
    ["x".repeat(129), "PASSWORD_TOO_LONG"],
    ["same password", "PASSWORD_UNCHANGED"],
    ["ababababab", "PASSWORD_WELL_KNOWN"],
  ])("%s is %s", (password, problem) => expect(newPasswordProblem("same password", password)).toBe(problem));
});
