import { expect, test } from "vitest";
import { readCursorAddress, writeCursorAddress } from "./cursor-address.ts";

const filters = ["from", "to"];
const start = { cursor: undefined, page: 1, size: 25, filters: {} };

test("a bare address is the newest page", () => {
  expect(readCursorAddress({}, filters)).toEqual(start);
  expect(writeCursorAddress(start)).toEqual({});
});

test("a cursor counts only together with its page, and whatever is wrong falls back", () => {
  for (const raw of [
    { cursor: "1.2.3.1.4" },
    { page: "3" },
    { cursor: "1.2.3.1.4", page: "1" },
    { cursor: "1 2", page: "2" },
    { cursor: "1.2", page: "2.5" },
    { size: "7", other: "x" },
  ]) {
    expect(readCursorAddress(raw, filters)).toEqual(start);
  }
});

test("every state reads back from its own address", () => {
  for (const at of [
    { cursor: undefined, page: 1 },
    { cursor: "1700000000000.17.1.0.500", page: 4 },
  ])
    for (const size of [10, 25])
      for (const set of [{}, { from: "2026-11-01" }]) {
        const state = { ...at, size, filters: set };
        expect(readCursorAddress(writeCursorAddress(state), filters)).toEqual(state);
      }
});
