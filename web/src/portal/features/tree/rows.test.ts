import { expect, test } from "vitest";
import { rowMove, rowsOf } from "./rows.ts";
import { chartOf } from "./short-chart.testing.ts";
import { nothingLoaded, treeReducer } from "./team.ts";

const state = treeReducer(nothingLoaded, {
  type: "arrived",
  chart: chartOf(["Asha", ["Bina", ["Chetan"], null], ["Anil"]]),
  view: "v",
  toward: undefined,
});
const rows = rowsOf(state, "Asha");

test("each row is followed by those below it", () => {
  expect(rows.map(({ key, level, position }) => [key, level, position])).toEqual([
    ["Asha", 1, 1],
    ["Bina", 2, 1],
    ["Chetan", 3, 1],
    ["Bina/right", 3, 2],
    ["Anil", 2, 2],
  ]);
});

test("the keys of the ARIA tree", () => {
  expect(rowMove(rows, 0, "ArrowDown")).toEqual({ to: 1 });
  expect(rowMove(rows, 4, "ArrowDown")).toBeUndefined();
  expect(rowMove(rows, 0, "ArrowUp")).toBeUndefined();
  expect(rowMove(rows, 2, "Home")).toEqual({ to: 0 });
  expect(rowMove(rows, 2, "End")).toEqual({ to: 4 });
  expect(rowMove(rows, 1, "ArrowRight")).toEqual({ to: 2 });
  expect(rowMove(rows, 2, "ArrowRight")).toEqual({ toggle: "Chetan" });
  expect(rowMove(rows, 3, "ArrowRight")).toBeUndefined();
  expect(rowMove(rows, 1, "ArrowLeft")).toEqual({ toggle: "Bina" });
  expect(rowMove(rows, 3, "ArrowLeft")).toEqual({ to: 1 });
  expect(rowMove(rows, 0, "Enter")).toEqual({ toggle: "Asha" });
  expect(rowMove(rows, 3, " ")).toBeUndefined();
});

test("a letter leads to the next name that begins with it", () => {
  expect(rowMove(rows, 0, "a")).toEqual({ to: 4 });
  expect(rowMove(rows, 4, "a")).toEqual({ to: 0 });
  expect(rowMove(rows, 0, "z")).toBeUndefined();
  expect(rowMove(rows, 0, "Tab")).toBeUndefined();
});
