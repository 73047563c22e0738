import { expect, test } from "vitest";
import { drawnFor, layoutOf, neighbour, nodeAt, nodeSize, within, type Layout, type Rect } from "./layout.ts";
import { chartOf, type ShortChart } from "./short-chart.testing.ts";
import { nothingLoaded, treeReducer } from "./team.ts";

function laidOut(short: ShortChart): Layout {
  const [root] = short;
  const state = treeReducer(nothingLoaded, {
    type: "arrived",
    chart: chartOf(short),
    view: "v",
    toward: undefined,
  });
  return layoutOf(state, root)!;
}

function full(depth: number, name = "r"): ShortChart {
  return depth === 0 ? [name] : [name, full(depth - 1, `${name}l`), full(depth - 1, `${name}r`)];
}

/** An unlucky shape: one long leg to the left, with free places beside it. */
function leg(length: number, name = "r"): ShortChart {
  return length === 0 ? [name] : [name, leg(length - 1, `${name}l`), null];
}

const everywhere: Rect = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 };

test("nodes are 140 apart, level below level, and never overlap", () => {
  const { rows } = laidOut(full(5));
  rows.forEach((row, depth) => {
    for (const { y } of row) expect(y).toBe(depth * nodeSize);
    row.slice(1).forEach(({ x }, at) => expect(x - row[at]!.x).toBeGreaterThanOrEqual(nodeSize - 1e-6));
  });
});

test("the left place is left of the right one, below the middle of both", () => {
  const { byKey } = laidOut(["a", null, ["b"]]);
  expect(byKey.get("a/left")!.x).toBeLessThan(byKey.get("b")!.x);
  expect(byKey.get("a")!.x).toBeCloseTo((byKey.get("a/left")!.x + byKey.get("b")!.x) / 2);
});

test.each([
  ["a full tree", full(8)],
  ["a long leg", leg(300)],
])("what is drawn of %s is what checking every node would find", (_, short) => {
  const layout = laidOut(short);
  const all = within(layout, everywhere);
  expect(all.nodes).toHaveLength(layout.count);
  const { bounds } = layout;
  for (let step = 0; step < 200; step++) {
    const left = bounds.left + ((bounds.right - bounds.left) * ((step * 37) % 200)) / 200;
    const top = bounds.top + ((bounds.bottom - bounds.top) * ((step * 61) % 200)) / 200;
    const rect = { left, top, right: left + 700, bottom: top + 500 };
    const seen = within(layout, rect);
    const half = nodeSize / 2;
    const expected = all.nodes.filter(
      ({ x, y }) =>
        x + half >= rect.left && x - half <= rect.right && y + half >= rect.top && y - half <= rect.bottom,
    );
    expect(seen.nodes.map(({ key }) => key)).toEqual(expected.map(({ key }) => key));
    const crossing = all.branches.filter(
      (branch) =>
        branch.right >= rect.left &&
        branch.left <= rect.right &&
        branch.y + half >= rect.top &&
        branch.y + half <= rect.bottom,
    );
    expect(seen.branches).toEqual(expect.arrayContaining(crossing));
  }
});

test("a node is found by where one points", () => {
  const layout = laidOut(full(3));
  const { x, y } = layout.byKey.get("rlr")!;
  expect(nodeAt(layout, x + 20, y - 20)?.key).toBe("rlr");
  expect(nodeAt(layout, x, y + nodeSize / 2)).toBeUndefined();
});

test("a small move needs no new drawing, a large one and a much closer view do", () => {
  const seen = { left: 0, top: 0, right: 1000, bottom: 800 };
  const drawn = drawnFor(seen, undefined);
  const near = { left: 100, top: 50, right: 1100, bottom: 850 };
  expect(drawnFor(near, drawn)).toBe(drawn);
  const far = { left: 900, top: 0, right: 1900, bottom: 800 };
  expect(drawnFor(far, drawn)).not.toBe(drawn);
  const closer = { left: 400, top: 400, right: 600, bottom: 500 };
  expect(drawnFor(closer, drawn)).not.toBe(drawn);
});

test("arrows lead to the parent, to the first below and along the row", () => {
  const layout = laidOut(full(2));
  const from = (key: string, direction: Parameters<typeof neighbour>[2]) =>
    neighbour(layout, layout.byKey.get(key)!, direction)?.key;
  expect(from("rl", "up")).toBe("r");
  expect(from("r", "down")).toBe("rl");
  expect(from("rlr", "right")).toBe("rrl");
  expect(from("rrl", "left")).toBe("rlr");
  expect(from("rll", "left")).toBeUndefined();
  expect(from("r", "up")).toBeUndefined();
});
