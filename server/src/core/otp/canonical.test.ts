import { expect, test } from "vitest";
import { canonical } from "./canonical.ts";

test("a change has one text, whatever order its fields come in", () => {
  const text = '{"amount":1000,"to":{"address":"0xab","note":"x"}}';
  expect(canonical({ amount: 1000, to: { address: "0xab", note: "x" } })).toBe(text);
  expect(canonical({ to: { note: "x", address: "0xab" }, amount: 1000 })).toBe(text);
});

test("a field without a value is no field", () => {
  expect(canonical({ amount: 1, address: undefined })).toBe('{"amount":1}');
  expect(canonical({ amount: 1, address: null })).toBe('{"address":null,"amount":1}');
});

test("lists keep their order", () => {
  expect(canonical([3, "a", { b: 1, a: 2 }, [true]])).toBe('[3,"a",{"a":2,"b":1},[true]]');
});

test.each([
  [undefined, "null"],
  [null, "null"],
  ["1", '"1"'],
  [1, "1"],
  [false, "false"],
  [{}, "{}"],
  [[], "[]"],
])("%j is written as %s", (value, text) => {
  expect(canonical(value)).toBe(text);
});
