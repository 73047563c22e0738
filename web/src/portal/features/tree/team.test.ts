import { emptyPlace, type ChartNode } from "@fc/contract/tree/portal";
import { expect, test } from "vitest";
import { layoutOf } from "./layout.ts";
import { chartOf, type ShortChart } from "./short-chart.testing.ts";
import { merged, nothingLoaded, shownBelow, shownMember, stakeStatusOf, treeReducer } from "./team.ts";

const arrived = (short: ShortChart, view = "v", toward?: string) =>
  treeReducer(nothingLoaded, { type: "arrived", chart: chartOf(short), view, toward });

const names = (state: Parameters<typeof shownMember>[0], key: string): unknown => {
  const shown = shownMember(state, key);
  if (!shown) return undefined;
  const below = shownBelow(state, shown);
  return below.length > 0
    ? [key, below.map((child) => (child.member ? names(state, child.key) : emptyPlace))]
    : key;
};

const threeLevels: ShortChart = ["a", ["b", ["d", "?"], null], ["c", null, null]];

test("the third token of a label is the stake", () => {
  expect(stakeStatusOf({ label: "FC1 left" })).toBe("none");
  expect(stakeStatusOf({ label: "FC1 left (S)" })).toBe("active");
  expect(stakeStatusOf({ label: "FC1 - (E)" })).toBe("ended");
});

test("a first chart is open as far as it is loaded", () => {
  const state = arrived(threeLevels);
  expect(names(state, "a")).toEqual([
    "a",
    [
      ["b", ["d", emptyPlace]],
      ["c", [emptyPlace, emptyPlace]],
    ],
  ]);
  expect(state.team.get("d")?.children).toBeUndefined();
});

test("closing and opening again needs no second request", () => {
  const closed = treeReducer(arrived(threeLevels), { type: "closed", key: "b" });
  expect(names(closed, "a")).toEqual(["a", ["b", ["c", [emptyPlace, emptyPlace]]]]);
  const opened = treeReducer(closed, { type: "opened", key: "b" });
  expect(names(opened, "b")).toEqual(["b", ["d", emptyPlace]]);
});

test("opening shows one level of what came, the next is there already", () => {
  const waiting = treeReducer(arrived(threeLevels), { type: "waiting", key: "d" });
  expect(waiting.waiting.has("d")).toBe(true);
  const chart = chartOf(["d", ["e", ["f", "?"], null], null]);
  const opened = treeReducer(waiting, { type: "opened", key: "d", chart });
  expect(opened.waiting.size).toBe(0);
  expect(names(opened, "d")).toEqual(["d", ["e", emptyPlace]]);
  expect(opened.team.get("e")?.children).toEqual(["f", null]);
  expect(opened.team.get("d")?.parent).toBe("b");
});

test("a member with nobody below opens to two free places without a request", () => {
  const state = arrived(["a", ["b"], null]);
  expect(names(treeReducer(state, { type: "opened", key: "b" }), "b")).toEqual([
    "b",
    [emptyPlace, emptyPlace],
  ]);
});

test("a failure is kept until the next try", () => {
  const failed = treeReducer(treeReducer(arrived(threeLevels), { type: "waiting", key: "d" }), {
    type: "failed",
    key: "d",
    error: "no answer",
  });
  expect(failed.failures.get("d")).toBe("no answer");
  expect(failed.waiting.size).toBe(0);
  expect(treeReducer(failed, { type: "waiting", key: "d" }).failures.size).toBe(0);
});

test("the same view read again brings new figures and opens nothing", () => {
  const closed = treeReducer(arrived(threeLevels), { type: "closed", key: "b" });
  const again = treeReducer(closed, {
    type: "arrived",
    chart: chartOf(threeLevels),
    view: "v",
    toward: undefined,
  });
  expect(again.open.has("b")).toBe(false);
  const other = treeReducer(again, {
    type: "arrived",
    chart: chartOf(threeLevels),
    view: "w",
    toward: undefined,
  });
  expect(other.open.has("b")).toBe(true);
});

test("a search opens only the way to whom it found", () => {
  const state = arrived(["a", ["b", ["d", ["f"], null], null], ["c", ["e"], null]], "search", "d");
  expect([...state.open].toSorted()).toEqual(["a", "b", "d"]);
});

test("somebody who joined on a free place makes the children load again", () => {
  const team = merged(new Map(), chartOf(["a", null, ["b"]]));
  expect(merged(team, chartOf(["a", null, null], { left: 0, right: 1 })).get("a")?.children).toEqual([
    null,
    null,
  ]);
  const withoutChildren = (left: number): ChartNode => {
    const { children: _, ...node } = chartOf(["a", null, ["b"]], { left, right: 1 });
    return node;
  };
  expect(merged(team, withoutChildren(0)).get("a")?.children).toEqual([null, "b"]);
  expect(merged(team, withoutChildren(1)).get("a")?.children).toBeUndefined();
});

test("nothing is shown of a chart that is not there", () => {
  expect(layoutOf(nothingLoaded, "a")).toBeUndefined();
});
