import fc from "fast-check";
import { expect, test } from "vitest";
import { receiptKindNames } from "./kinds.ts";
import { recordOfReference, referenceOf } from "./reference.ts";

const kinds = fc.constantFrom(...receiptKindNames);
const ids = fc.bigInt({ min: 1n, max: 31n ** 8n - 1n });

test("a reference says of which record it is, also typed in small letters with spaces around it", () => {
  fc.assert(
    fc.property(kinds, ids, (kind, id) => {
      const reference = referenceOf(kind, id);
      expect(reference).toMatch(/^[A-Z]{2}-[2-9A-HJKMNP-Z]{8}$/);
      expect(recordOfReference(` ${reference.toLowerCase()} `)).toEqual({ kind, id });
    }),
  );
});

test("no two records have the same reference, of one kind or of two", () => {
  const references = receiptKindNames.flatMap((kind) =>
    Array.from({ length: 2000 }, (_, at) => referenceOf(kind, at + 1)),
  );
  expect(new Set(references).size).toBe(references.length);
});

test("references of neighbouring records do not look alike", () => {
  const [first, second] = [referenceOf("withdrawal", 1000), referenceOf("withdrawal", 1001)];
  const same = Array.from(first.slice(3)).filter((letter, at) => letter === second.slice(3)[at]);
  expect(same.length).toBeLessThan(4);
});

test.each([
  "",
  "WD",
  "WD-",
  "WD-7K2M9QX",
  "WD-7K2M9QXHA",
  "WD-7K2M9QX0",
  "XX-7K2M9QXH",
  "WD-7K2M9QXH-2",
  "7K2M9QXH",
])("%j is no reference", (text) => expect(recordOfReference(text)).toBeUndefined());
