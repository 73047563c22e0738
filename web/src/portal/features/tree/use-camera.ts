import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { drawnFor, nodeAt } from "./layout.ts";
import type { Layout, PlacedNode, Rect } from "./layout.ts";
import { isPhone, type Tree } from "./use-tree.ts";
import { useZoom } from "./use-zoom.ts";
import {
  boxOf,
  centredOn,
  centringMs,
  fitted,
  scales,
  seenIn,
  zoomed,
  zoomMs,
  type Size,
  type View,
} from "./view.ts";

/** Below this scale no name is readable, so none is drawn. */
const readableScale = 0.35;
/** A new chart is shrunk to fit the screen, but not below this scale, where names are still readable (chart-node.tsx). */
const minFirstScale = { phone: 0.55, desk: 0.66 } as const;

interface CameraProps {
  onShowCard: (key: string | undefined, how: "hover") => void;
  /** Where the open card belongs, in pixels of the screen. */
  onPlace: (box: Rect | undefined) => void;
  openCard: string | undefined;
  /** How many pixels at the top are covered by the bars of the page. */
  topInset: () => number;
}

export type Camera = ReturnType<typeof useCamera>;

/** From where the chart is seen, and what of it is drawn for that. */
export function useCamera(
  { onShowCard, onPlace, openCard, topInset }: CameraProps,
  layout: Layout | undefined,
) {
  const scene = useRef<SVGGElement>(null);
  const size = useRef<Size>({ width: 0, height: 0 });
  const isMovedByHand = useRef(false);
  const [drawn, setDrawn] = useState<{ rect: Rect; isFar: boolean }>();

  function redraw(next: View): void {
    const seen = seenIn(next, size.current);
    setDrawn((before) => {
      const isFar = next.k < readableScale;
      // A far view has few but large shapes, which take long to draw again.
      const rect = drawnFor(seen, before?.rect, isFar ? 0.75 : 0.25);
      return before && rect === before.rect && isFar === before.isFar ? before : { rect, isFar };
    });
  }

  const opened = layout?.byKey.get(openCard ?? "");
  const { host, view, moveTo } = useZoom((next, byHand) => {
    scene.current?.setAttribute("transform", `translate(${next.x} ${next.y}) scale(${next.k})`);
    redraw(next);
    isMovedByHand.current ||= byHand;
    if (byHand) onShowCard(undefined, "hover");
    else onPlace(opened && boxOf(opened, next));
  });

  const placed = useEffectEvent((node: PlacedNode | undefined) => onPlace(node && boxOf(node, view.current)));
  useEffect(() => placed(opened), [opened]);

  /** Returns whether it had no size before. */
  function resize(to: Size): boolean {
    const isFirst = size.current.width === 0;
    size.current = to;
    if (!isFirst) redraw(view.current);
    return isFirst;
  }

  function centreOn(node: PlacedNode, ms: number, k = view.current.k): void {
    moveTo(centredOn(node, size.current, { top: topInset(), k }), ms);
  }

  function fit(ms: number, least: number = scales[0]): void {
    if (layout) moveTo(fitted(layout.bounds, size.current, { top: topInset(), least }), ms);
  }

  function zoomBy(factor: number): void {
    moveTo(zoomed(view.current, size.current, factor), zoomMs);
  }

  function nodeUnder({
    target,
    clientX,
    clientY,
  }: Pick<MouseEvent, "clientX" | "clientY"> & { target: EventTarget }) {
    const key = target instanceof Element ? target.closest("[data-key]")?.getAttribute("data-key") : null;
    if (key) return layout?.byKey.get(key);
    const { x, y, k } = view.current;
    const box = host.current?.getBoundingClientRect();
    return layout && box && nodeAt(layout, (clientX - box.left - x) / k, (clientY - box.top - y) / k);
  }

  function isOnScreen(node: PlacedNode): boolean {
    const { left, right, top, bottom } = boxOf(node, view.current);
    const { width, height } = size.current;
    return left >= 0 && right <= width && top >= topInset() && bottom <= height;
  }

  return {
    host,
    scene,
    view,
    drawn,
    hasSize: () => size.current.width > 0,
    resize,
    wasMovedByHand: () => isMovedByHand.current,
    letGo: () => void (isMovedByHand.current = false),
    centreOn,
    fit,
    zoomBy,
    nodeUnder,
    isOnScreen,
  };
}

interface FirstViewProps {
  camera: Camera;
  layout: Layout | undefined;
  found: string | undefined;
  root: string;
  view: Tree["state"]["view"];
  hasTrail: boolean;
}

/** Shows a new chart as a whole, or whom it was opened for. */
export function useFirstView({
  camera,
  layout,
  found,
  root,
  view: arrivedView,
  hasTrail,
}: FirstViewProps): void {
  const { host, view, hasSize, resize, wasMovedByHand, letGo, centreOn, fit } = camera;
  const sought = found === undefined ? undefined : layout?.byKey.get(found);
  const show = (ms: number) => {
    fit(0, isPhone() ? minFirstScale.phone : minFirstScale.desk);
    if (sought && sought.depth > 0) centreOn(sought, ms, Math.max(view.current.k, 0.8));
  };

  const resized = useEffectEvent((width: number, height: number) => {
    if (resize({ width, height })) show(0);
  });
  useLayoutEffect(() => {
    const svg = host.current;
    if (!svg) return;
    resized(svg.clientWidth, svg.clientHeight);
    const watch = new ResizeObserver(() => resized(svg.clientWidth, svg.clientHeight));
    watch.observe(svg);
    return () => watch.disconnect();
  }, [host]);

  // A new start is a new chart with a new place on the screen. A member found by search may arrive later than
  // the chart.
  const shown = useEffectEvent(() => {
    letGo();
    if (hasSize()) show(centringMs);
  });
  const about = `${root} ${sought?.key ?? ""}`;
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the event that it waits for
  useLayoutEffect(() => shown(), [about]);

  // A start that is known already is shown at once with few members below. What arrives later needs another scale,
  // and the path above it needs room.
  const arrived = useEffectEvent(() => {
    if (hasSize() && !wasMovedByHand()) show(centringMs);
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the events that it waits for
  useLayoutEffect(() => arrived(), [arrivedView, hasTrail]);
}
