import { boxHeight, boxWidth, type PlacedNode, type Rect } from "./layout.ts";

/** The specification sets the smallest and largest scale, and how long it takes to centre a node. */
export const scales = [0.1, 1] as const;
export const centringMs = 800;
export const zoomMs = 250;

/** Where the chart's origin is on the screen, and how large it is drawn. */
export interface View {
  x: number;
  y: number;
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

type Point = Pick<PlacedNode, "x" | "y">;

/** The part of the chart that a screen of this size shows. */
export function seenIn({ x, y, k }: View, { width, height }: Size): Rect {
  return { left: -x / k, top: -y / k, right: (width - x) / k, bottom: (height - y) / k };
}

/** Where a node is, in pixels of the screen. */
export function boxOf(node: Point, { x, y, k }: View): Rect {
  const [dx, dy] = [(boxWidth / 2) * k, (boxHeight / 2) * k];
  const [cx, cy] = [x + node.x * k, y + node.y * k];
  return { left: cx - dx, right: cx + dx, top: cy - dy, bottom: cy + dy };
}

/** Shows a point in the middle of the width and above the middle of the height, because those below it are looked at next. `top` is covered by the bars of the page. */
export function centredOn(
  { x, y }: Point,
  { width, height }: Size,
  { top, k }: { top: number; k: number },
): View {
  return { x: width / 2 - x * k, y: top + (height - top) * 0.38 - y * k, k };
}

/** The whole chart below the bars of the page, or as much as fits at the smallest scale. */
export function fitted(
  bounds: Rect,
  { width, height }: Size,
  { top, least }: { top: number; least: number },
): View {
  const above = top + 8;
  const wanted = Math.min(
    width / (bounds.right - bounds.left),
    (height - above - 8) / (bounds.bottom - bounds.top),
  );
  const k = Math.min(scales[1], Math.max(least, wanted));
  // A chart that is wider than the screen is centred on the root.
  const isWide = (bounds.right - bounds.left) * k > width;
  const middle = isWide ? 0 : (bounds.left + bounds.right) / 2;
  return { x: width / 2 - middle * k, y: above - bounds.top * k, k };
}

/** Larger or smaller around the middle of the screen. */
export function zoomed({ x, y, k }: View, { width, height }: Size, factor: number): View {
  const next = Math.min(scales[1], Math.max(scales[0], k * factor));
  const [cx, cy] = [width / 2, height / 2];
  return { x: cx - ((cx - x) * next) / k, y: cy - ((cy - y) * next) / k, k: next };
}
