import { expect, test } from "vitest";
import {
  readTableAddress,
  serialOf,
  tableQueryOf,
  writeTableAddress,
  type TableOptions,
} from "./table-address.ts";

const options: TableOptions<"date" | "name"> = {
  sorts: ["date", "name"],
  first: { sort: "date", order: "desc" },
  filters: ["from", "to"],
};
const start = { page: 1, size: 25, sort: "date", order: "desc", search: "", filters: {} };

test("a bare address is the first page in the table's own order", () => {
  expect(readTableAddress({}, options)).toEqual(start);
  expect(writeTableAddress(readTableAddress({}, options), options)).toEqual({});
});

test("whatever is wrong in an address falls back, and the rest is kept", () => {
  const wrong = { page: "-3", size: "7", sort: "password", order: "up", search: "  asha ", other: "x" };
  expect(readTableAddress(wrong, options)).toEqual({ ...start, search: "asha" });
  for (const page of ["0", "1.5", "x", "", "1e9", "NaN"]) {
    expect(readTableAddress({ page }, options).page).toBe(1);
  }
});

test("another column starts ascending unless the address says otherwise", () => {
  expect(readTableAddress({ sort: "name" }, options)).toMatchObject({ sort: "name", order: "asc" });
  expect(readTableAddress({ sort: "name", order: "desc" }, options)).toMatchObject({ order: "desc" });
  expect(readTableAddress({ order: "asc" }, options)).toMatchObject({ sort: "date", order: "asc" });
});

test("every state reads back from its own address", () => {
  for (const page of [1, 4])
    for (const size of [10, 25])
      for (const sort of ["date", "name"] as const)
        for (const order of ["asc", "desc"] as const)
          for (const search of ["", "98765"])
            for (const filters of [{}, { from: "2026-11-01" }]) {
              const state = { page, size, sort, order, search, filters };
              expect(readTableAddress(writeTableAddress(state, options), options)).toEqual(state);
            }
});

test("rows are numbered through all pages, and count down when the table's own order is turned round", () => {
  const row = { index: 1, total: 30 };
  expect(serialOf({ page: 2, size: 10, sort: "date", order: "desc" }, options, row)).toBe(12);
  expect(serialOf({ page: 2, size: 10, sort: "date", order: "asc" }, options, row)).toBe(19);
  expect(serialOf({ page: 2, size: 10, sort: "name", order: "desc" }, options, row)).toBe(12);
});

test("the call has what is set, and nothing empty", () => {
  const address = readTableAddress({ search: "asha", from: "2026-11-01", page: "2" }, options);
  expect(tableQueryOf(address)).toEqual({
    page: 2,
    size: 25,
    sort: "date",
    order: "desc",
    search: "asha",
    from: "2026-11-01",
  });
  expect(tableQueryOf(readTableAddress({}, options))).not.toHaveProperty("search");
});
