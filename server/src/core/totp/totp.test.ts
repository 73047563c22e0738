import { expect, test } from "vitest";
import { second } from "../../platform/clock.ts";
import { codeShown } from "../../testing/authenticator-app.ts";
import { invitation, newSecret, stepOfCode } from "./totp.ts";

/** RFC 6238, appendix B, SHA-1; its eight digits end in our six. */
const rfcSecret = Buffer.from("12345678901234567890");
const rfcKey = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082", 1n],
  [1111111109, "081804", 37037036n],
  [1111111111, "050471", 37037037n],
  [1234567890, "005924", 41152263n],
  [2000000000, "279037", 66666666n],
  [20000000000, "353130", 666666666n],
])("at second %i the code is %s, as RFC 6238 has it", (seconds, code, step) => {
  const now = new Date(seconds * second);
  expect(codeShown(rfcKey, now)).toBe(code);
  expect(stepOfCode(rfcSecret, code, now)).toBe(step);
});

test("a code counts in the step before and after its own, and no further", () => {
  const now = new Date("2026-11-15T10:00:00Z");
  const step = BigInt(now.getTime() / (30 * second));
  const codeOf = (steps: number) => codeShown(rfcKey, new Date(now.getTime() + steps * 30 * second));
  expect([-2, -1, 0, 1, 2].map((steps) => stepOfCode(rfcSecret, codeOf(steps), now))).toEqual([
    undefined,
    step - 1n,
    step,
    step + 1n,
    undefined,
  ]);
});

test.each(["", "28708", "2870820", "28708a", "२८७०८२", "287 082", "-87082"])("%j is no code", (text) => {
  expect(stepOfCode(rfcSecret, text, new Date(59 * second))).toBeUndefined();
});

test("an app gets the key and, to scan, an address with account and issuer", () => {
  expect(invitation(rfcSecret, "FCABC1234")).toEqual({
    key: rfcKey,
    uri: "otpauth://totp/FC%20Portal:FCABC1234?issuer=FC%20Portal&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30",
  });
});

test("a secret has the 160 bits that the RFC recommends, and is never the same", () => {
  expect(newSecret()).toHaveLength(20);
  expect(newSecret()).not.toEqual(newSecret());
});
