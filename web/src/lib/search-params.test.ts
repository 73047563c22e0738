import { expect, test } from "vitest";
import { phoneText } from "./format/phone-text.ts";
import { readSearch, writeSearch } from "./search-params.ts";

test("an address keeps what was typed, numbers and signs included", () => {
  for (const search of ["98765", "+91 98", "007", "true", "a&b=c", "आशा", '"quoted"']) {
    expect(readSearch(writeSearch({ search }))).toEqual({ search });
  }
  expect(writeSearch({ page: 2, search: "98765" })).toBe("?page=2&search=98765");
});

test("what is not set leaves no trace", () => {
  expect(writeSearch({})).toBe("");
  expect(writeSearch({ from: undefined })).toBe("");
});

test("Indian numbers are grouped, others are left alone", () => {
  expect(phoneText("+919876543210")).toBe("+91 98765 43210");
  expect(phoneText("+12025550123")).toBe("+12025550123");
});
