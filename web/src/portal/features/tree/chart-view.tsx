import { sure } from "@fc/contract/sure";
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { useT } from "../../../lib/i18n.ts";
import { FarScene, NearScene } from "./chart-scene.tsx";
import { boxHeight, boxWidth, drawnFor, layoutOf, neighbour, nodeAt, within } from "./layout.ts";
import type { Direction, PlacedNode, Rect } from "./layout.ts";
import { isPhone, type Tree } from "./use-tree.ts";
import { useZoom } from "./use-zoom.ts";
import { centringMs, scales, type View } from "./view.ts";
import { ZoomTools } from "./zoom-tools.tsx";

/** The specification sets how long a transition of the chart takes. */
const transitionMs = 500;
/** Below this scale no name is readable, so none is drawn; nor if there are more nodes than `maxNodesInFull`. */
const readableScale = 0.35;
const maxNodesInFull = 220;
/** A new chart is shrunk to fit the screen, but not below this scale, where names are still readable (chart-node.tsx). */
const minFirstScale = { phone: 0.55, desk: 0.66 } as const;

const directions: Partial<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

interface ChartViewProps {
  tree: Tree;
  found: string | undefined;
  active: string;
  onActive: (key: string) => void;
  /** A member is hovered, focused or tapped; undefined when none is any more. */
  onShowCard: (key: string | undefined, how: "hover" | "focus" | "tap") => void;
  /** Where the open card belongs, in pixels of the screen. */
  onPlace: (box: Rect | undefined) => void;
  openCard: string | undefined;
  /** How many pixels at the top are covered by the bars of the page. */
  topInset: () => number;
  /** Whether the path is one of them. */
  hasTrail: boolean;
}

export function ChartView(props: ChartViewProps) {
  const { tree, found, active, onActive, onShowCard, onPlace, openCard, topInset, hasTrail } = props;
  const t = useT();
  const { state, root } = tree;
  const { team, open } = state;
  const layout = useMemo(() => layoutOf({ team, open }, root), [team, open, root]);
  const isSettled = useSettled(layout, transitionMs);
  const scene = useRef<SVGGElement>(null);
  const size = useRef({ width: 0, height: 0 });
  const isMovedByHand = useRef(false);
  const [drawn, setDrawn] = useState<{ rect: Rect; isFar: boolean }>();

  const { host, view, moveTo } = useZoom((next, byHand) => {
    scene.current?.setAttribute("transform", `translate(${next.x} ${next.y}) scale(${next.k})`);
    redraw(next);
    isMovedByHand.current ||= byHand;
    if (byHand) onShowCard(undefined, "hover");
    else placeCard();
  });

  function redraw({ x, y, k }: View): void {
    const { width, height } = size.current;
    const seen = { left: -x / k, top: -y / k, right: (width - x) / k, bottom: (height - y) / k };
    setDrawn((before) => {
      const isFar = k < readableScale;
      // A far view has few but large shapes, which take long to draw again.
      const rect = drawnFor(seen, before?.rect, isFar ? 0.75 : 0.25);
      return before && rect === before.rect && isFar === before.isFar ? before : { rect, isFar };
    });
  }

  function placeCard(): void {
    const node = layout?.byKey.get(openCard ?? "");
    const { x, y, k } = view.current;
    const [dx, dy] = [(boxWidth / 2) * k, (boxHeight / 2) * k];
    const [cx, cy] = [x + (node?.x ?? 0) * k, y + (node?.y ?? 0) * k];
    onPlace(node && { left: cx - dx, right: cx + dx, top: cy - dy, bottom: cy + dy });
  }

  /** Sideways in the middle, and above it, since what comes next is below. */
  function centreOn({ x, y }: Pick<PlacedNode, "x" | "y">, ms: number, k = view.current.k): void {
    const { width, height } = size.current;
    const top = topInset();
    moveTo({ x: width / 2 - x * k, y: top + (height - top) * 0.38 - y * k, k }, ms);
  }

  function fit(ms: number, least: number = scales[0]): void {
    if (!layout) return;
    const { width, height } = size.current;
    const top = topInset() + 8;
    const { bounds } = layout;
    const wanted = Math.min(
      width / (bounds.right - bounds.left),
      (height - top - 8) / (bounds.bottom - bounds.top),
    );
    const k = Math.min(scales[1], Math.max(least, wanted));
    // A chart that is wider than the screen is centred on the root.
    const isWide = (bounds.right - bounds.left) * k > width;
    const middle = isWide ? 0 : (bounds.left + bounds.right) / 2;
    moveTo({ x: width / 2 - middle * k, y: top - bounds.top * k, k }, ms);
  }

  const resized = useEffectEvent((width: number, height: number) => {
    const isFirst = size.current.width === 0;
    size.current = { width, height };
    if (isFirst) show(0);
    else redraw(view.current);
  });
  useLayoutEffect(() => {
    const svg = host.current;
    if (!svg) return;
    resized(svg.clientWidth, svg.clientHeight);
    const watch = new ResizeObserver(() => resized(svg.clientWidth, svg.clientHeight));
    watch.observe(svg);
    return () => watch.disconnect();
  }, [host]);

  const sought = found === undefined ? undefined : layout?.byKey.get(found);
  const show = (ms: number) => {
    fit(0, isPhone() ? minFirstScale.phone : minFirstScale.desk);
    if (sought && sought.depth > 0) centreOn(sought, ms, Math.max(view.current.k, 0.8));
  };
  // A new start is a new chart with a new place on the screen. A member found by search may arrive later than
  // the chart.
  const shown = useEffectEvent(() => {
    isMovedByHand.current = false;
    if (size.current.width > 0) show(centringMs);
  });
  const about = `${root} ${sought?.key ?? ""}`;
  useLayoutEffect(() => shown(), [about]);

  // A start that is known already is shown at once with few members below. What arrives later needs another scale,
  // and the path above it needs room.
  const arrived = useEffectEvent(() => {
    if (size.current.width > 0 && !isMovedByHand.current) show(centringMs);
  });
  useLayoutEffect(() => arrived(), [state.view, hasTrail]);

  // Opening and closing moves all nodes: the one that was opened is centred at its new place.
  const toCentre = useRef<string>(undefined);
  const changed = useEffectEvent(() => {
    const node = layout?.byKey.get(toCentre.current ?? "");
    toCentre.current = undefined;
    if (node) centreOn(node, centringMs);
  });
  useLayoutEffect(() => changed(), [layout]);

  const placed = useEffectEvent(placeCard);
  useEffect(() => placed(), [openCard, layout]);

  const focusOn = useFocus(host);
  const activeNode = layout?.byKey.get(active) ?? layout?.byKey.get(root);
  const { nodes, branches } = useMemo(() => {
    if (!layout || !drawn) return { nodes: [], branches: [] };
    const seen = within(layout, drawn.rect);
    // The active node is drawn wherever it is, so that it keeps the focus.
    if (activeNode && !seen.nodes.includes(activeNode)) seen.nodes.push(activeNode);
    return seen;
  }, [layout, drawn, activeNode]);
  if (!layout) return null;
  const Scene = drawn?.isFar || nodes.length > maxNodesInFull ? FarScene : NearScene;

  function pointed({ target, clientX, clientY }: { target: EventTarget; clientX: number; clientY: number }) {
    const key = target instanceof Element ? target.closest("[data-key]")?.getAttribute("data-key") : null;
    if (key) return layout?.byKey.get(key);
    const { x, y, k } = view.current;
    const box = host.current?.getBoundingClientRect();
    return layout && box && nodeAt(layout, (clientX - box.left - x) / k, (clientY - box.top - y) / k);
  }

  function turn(node: PlacedNode): void {
    onActive(node.key);
    if (!node.member) return;
    tree.toggle(node.key);
    toCentre.current = node.key;
  }

  function pressed(event: KeyboardEvent): void {
    const node = activeNode;
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    const next = direction
      ? neighbour(sure(layout), node, direction)
      : event.key === "Home"
        ? sure(layout).rows[0]?.[0]
        : undefined;
    if (next) {
      onActive(next.key);
      focusOn(next.key);
      if (!isOnScreen(next, view.current, size.current, topInset())) centreOn(next, centringMs);
    } else if (event.key === "Enter" || event.key === " ") turn(node);
    else if (event.key === "+" || event.key === "=") zoomBy(1.4);
    else if (event.key === "-") zoomBy(1 / 1.4);
    else if (event.key === "0") fit(transitionMs);
    else if (!direction) return;
    event.preventDefault();
  }

  function zoomBy(factor: number): void {
    const { x, y, k } = view.current;
    const next = Math.min(scales[1], Math.max(scales[0], k * factor));
    const [cx, cy] = [size.current.width / 2, size.current.height / 2];
    moveTo({ x: cx - ((cx - x) * next) / k, y: cy - ((cy - y) * next) / k, k: next }, transitionMs / 2);
  }

  return (
    <>
      <svg
        ref={host}
        className="chart"
        onClick={(event) => {
          const node = pointed(event);
          if (!node) return onShowCard(undefined, "tap");
          const { nativeEvent } = event;
          const byTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
          turn(node);
          onShowCard(byTouch || !node.member ? node.key : undefined, "tap");
        }}
        onPointerOver={(event) => {
          if (event.pointerType !== "mouse" || event.buttons > 0) return;
          const node = pointed(event);
          if (node) tree.prefetch(node.key);
          onShowCard(node?.key, "hover");
        }}
        onPointerLeave={() => onShowCard(undefined, "hover")}
        onFocus={(event) => {
          const node = pointed({ target: event.target, clientX: 0, clientY: 0 });
          if (!node) return;
          onActive(node.key);
          tree.prefetch(node.key);
          if (event.target.matches(":focus-visible")) onShowCard(node.key, "focus");
        }}
        onKeyDown={pressed}
      >
        <g
          ref={scene}
          className="chart-scene"
          role="tree"
          aria-label={t("Your team as a chart")}
          aria-describedby="chart-keys"
          data-changing={!isSettled || undefined}
        >
          <Scene
            layout={layout}
            nodes={nodes}
            branches={branches}
            waiting={state.waiting}
            failures={state.failures}
            active={activeNode?.key ?? root}
            found={found}
          />
        </g>
      </svg>
      <p id="chart-keys" className="visually-hidden">
        {t("Arrow keys move, Enter opens or closes, plus and minus zoom, 0 shows everything.")}
      </p>
      <ZoomTools onZoom={zoomBy} onFit={() => fit(transitionMs)} />
    </>
  );
}

function isOnScreen(
  node: PlacedNode,
  { x, y, k }: View,
  { width, height }: { width: number; height: number },
  top: number,
): boolean {
  const [cx, cy] = [x + node.x * k, y + node.y * k];
  const [dx, dy] = [(boxWidth / 2) * k, (boxHeight / 2) * k];
  return cx - dx >= 0 && cx + dx <= width && cy - dy >= top && cy + dy <= height;
}

/** Whether the value has been the same for `ms`. */
function useSettled(value: unknown, ms: number): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled === value || settled === undefined;
}

/** Focuses a node that may not be drawn yet: it is searched for again after every drawing. */
function useFocus(host: RefObject<SVGSVGElement | null>): (key: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const node = host.current?.querySelector<SVGGElement>(`[data-key="${CSS.escape(wanted.current)}"]`);
    if (!node) return;
    wanted.current = undefined;
    node.focus({ preventScroll: true });
  });
  return (key) => {
    wanted.current = key;
  };
}
