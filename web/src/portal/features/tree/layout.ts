import { hierarchy, tree } from "d3-hierarchy";
import { shownBelow, shownMember, type ShownPlace, type TreeState } from "./team.ts";

/** The specification's: a node has this room, in width and in height. */
export const nodeSize = 140;
export const boxWidth = 128;
export const boxHeight = 96;

/** Distance between neighbours with different parents, in nodes. */
const apart = 1.06;

export interface PlacedNode extends ShownPlace {
  x: number;
  y: number;
  depth: number;
  /** Where it is in its row, from the left. */
  at: number;
}

/** The lines from a member to both places below. */
export interface Branch {
  key: string;
  x: number;
  y: number;
  left: number;
  right: number;
}

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Layout {
  /** By depth, each from left to right. */
  rows: readonly (readonly PlacedNode[])[];
  branches: readonly (readonly Branch[])[];
  byKey: ReadonlyMap<string, PlacedNode>;
  bounds: Rect;
  count: number;
}

export function layoutOf(state: Pick<TreeState, "team" | "open">, root: string): Layout | undefined {
  const top = shownMember(state, root);
  if (!top) return undefined;
  const arrange = tree<ShownPlace>()
    .nodeSize([nodeSize, nodeSize])
    .separation((one, other) => (one.parent === other.parent ? 1 : apart));
  const arranged = arrange(hierarchy(top, (shown) => shownBelow(state, shown)));

  const rows: PlacedNode[][] = [];
  const branches: Branch[][] = [];
  const byKey = new Map<string, PlacedNode>();
  const bounds = { left: 0, top: 0, right: 0, bottom: 0 };
  // Breadth first and in order, so every row comes sorted from left to right.
  arranged.each(({ data, x, y, depth, children }) => {
    const row = (rows[depth] ??= []);
    const placed = { ...data, x, y, depth, at: row.length };
    row.push(placed);
    byKey.set(data.key, placed);
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.bottom = Math.max(bounds.bottom, y);
    const [first, last] = [children?.at(0), children?.at(-1)];
    if (first && last) (branches[depth] ??= []).push({ key: data.key, x, y, left: first.x, right: last.x });
  });
  return { rows, branches, byKey, bounds: grown(bounds, nodeSize / 2, nodeSize / 2), count: byKey.size };
}

export function grown(rect: Rect, dx: number, dy: number): Rect {
  return { left: rect.left - dx, top: rect.top - dy, right: rect.right + dx, bottom: rect.bottom + dy };
}

/** The nodes and branches in the rectangle. A binary search in each row keeps the cost proportional to the result. */
export function within(layout: Layout, rect: Rect): { nodes: PlacedNode[]; branches: Branch[] } {
  const half = nodeSize / 2;
  const nodes: PlacedNode[] = [];
  const branches: Branch[] = [];
  const first = Math.max(0, Math.ceil((rect.top - half) / nodeSize));
  const last = Math.min(layout.rows.length - 1, Math.floor((rect.bottom + half) / nodeSize));
  for (let depth = first; depth <= last; depth++) {
    const row = layout.rows[depth] ?? [];
    for (let at = firstFrom(row, ({ x }) => x + half >= rect.left); at < row.length; at++) {
      const node = row[at];
      if (!node || node.x - half > rect.right) break;
      nodes.push(node);
    }
  }
  // A branch reaches from its own row to the next one.
  for (let depth = Math.max(0, first - 1); depth <= last; depth++) {
    const row = layout.branches[depth] ?? [];
    for (let at = firstFrom(row, ({ right }) => right >= rect.left); at < row.length; at++) {
      const branch = row[at];
      if (!branch || branch.left > rect.right) break;
      branches.push(branch);
    }
  }
  return { nodes, branches };
}

/** The index of the first item that passes; all items after it pass as well. */
function firstFrom<T>(row: readonly T[], holds: (item: T) => boolean): number {
  let [from, to] = [0, row.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = row[middle];
    if (item !== undefined && holds(item)) to = middle;
    else from = middle + 1;
  }
  return from;
}

export function nodeAt(layout: Layout, x: number, y: number): PlacedNode | undefined {
  const { nodes } = within(layout, { left: x, right: x, top: y, bottom: y });
  return nodes.find((node) => Math.abs(node.x - x) <= boxWidth / 2 && Math.abs(node.y - y) <= boxHeight / 2);
}

/**
 * The rectangle to draw for the visible one: larger by `margin` of its size, so that a small move needs no new
 * drawing, and the same as before as long as that is large enough.
 */
export function drawnFor(seen: Rect, before: Rect | undefined, margin = 0.25): Rect {
  const width = seen.right - seen.left;
  const height = seen.bottom - seen.top;
  if (before && contains(before, seen) && before.right - before.left < 3 * width) return before;
  return grown(seen, Math.max(nodeSize, width * margin), Math.max(nodeSize, height * margin));
}

function contains(outer: Rect, inner: Rect): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.right >= inner.right &&
    outer.bottom >= inner.bottom
  );
}

export type Direction = "up" | "down" | "left" | "right";

/** Whom an arrow key leads to: up to the parent, down to the first below, sideways in the same row. */
export function neighbour(layout: Layout, from: PlacedNode, direction: Direction): PlacedNode | undefined {
  switch (direction) {
    case "up":
      return from.depth > 0 ? layout.byKey.get(from.parent ?? "") : undefined;
    case "down":
      return layout.rows[from.depth + 1]?.find(({ parent }) => parent === from.key);
    case "left":
      return layout.rows[from.depth]?.[from.at - 1];
    case "right":
      return layout.rows[from.depth]?.[from.at + 1];
  }
}
