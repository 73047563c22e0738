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
import { layoutOf, neighbour, within } from "./layout.ts";
import type { Direction, Layout, PlacedNode, Rect } from "./layout.ts";
import { useCamera, useFirstView, type Camera } from "./use-camera.ts";
import type { Tree } from "./use-tree.ts";
import { centringMs } from "./view.ts";
import { ZoomTools } from "./zoom-tools.tsx";

/** The specification sets how long a transition of the chart takes. */
const transitionMs = 500;
/** With more nodes no names are drawn. */
const maxNodesInFull = 220;

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
  const { tree, found, active, onActive, onShowCard, hasTrail } = props;
  const t = useT();
  const { state, root } = tree;
  const { team, open } = state;
  const layout = useMemo(() => layoutOf({ team, open }, root), [team, open, root]);
  const isSettled = useSettled(layout, transitionMs);
  const camera = useCamera(props, layout);
  const { host, scene, drawn, centreOn, fit, zoomBy, nodeUnder } = camera;
  useFirstView({ camera, layout, found, root, view: state.view, hasTrail });

  const turn = useTurn({ tree, layout, centreOn, onActive });
  const focusOn = useFocus(host);
  const activeNode = layout?.byKey.get(active) ?? layout?.byKey.get(root);
  const pressed = useChartKeys({ props, layout, camera, activeNode, focusOn, turn });
  const { nodes, branches } = useDrawnNodes({ layout, drawn, activeNode });
  if (!layout) return null;
  const Scene = drawn?.isFar || nodes.length > maxNodesInFull ? FarScene : NearScene;

  return (
    <>
      <svg
        ref={host}
        className="chart"
        onClick={(event) => {
          const node = nodeUnder(event);
          if (!node) return onShowCard(undefined, "tap");
          const { nativeEvent } = event;
          const byTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
          turn(node);
          onShowCard(byTouch || !node.member ? node.key : undefined, "tap");
        }}
        onPointerOver={(event) => {
          if (event.pointerType !== "mouse" || event.buttons > 0) return;
          const node = nodeUnder(event);
          if (node) tree.prefetch(node.key);
          onShowCard(node?.key, "hover");
        }}
        onPointerLeave={() => onShowCard(undefined, "hover")}
        onFocus={(event) => {
          const node = nodeUnder({ target: event.target, clientX: 0, clientY: 0 });
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

interface DrawnProps {
  layout: Layout | undefined;
  drawn: Camera["drawn"];
  activeNode: PlacedNode | undefined;
}

function useDrawnNodes({ layout, drawn, activeNode }: DrawnProps) {
  return useMemo(() => {
    if (!layout || !drawn) return { nodes: [], branches: [] };
    const seen = within(layout, drawn.rect);
    // The active node is drawn wherever it is, so that it keeps the focus.
    if (activeNode && !seen.nodes.includes(activeNode)) seen.nodes.push(activeNode);
    return seen;
  }, [layout, drawn, activeNode]);
}

interface KeysProps {
  props: ChartViewProps;
  layout: Layout | undefined;
  camera: Camera;
  activeNode: PlacedNode | undefined;
  focusOn: (key: string) => void;
  turn: (node: PlacedNode) => void;
}

/** What the keys do at the active node. */
function useChartKeys({ props, layout, camera, activeNode, focusOn, turn }: KeysProps) {
  const { onActive } = props;
  const { centreOn, fit, zoomBy, isOnScreen } = camera;
  return function pressed(event: KeyboardEvent): void {
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
      if (!isOnScreen(next)) centreOn(next, centringMs);
    } else if (event.key === "Enter" || event.key === " ") turn(node);
    else if (event.key === "+" || event.key === "=") zoomBy(1.4);
    else if (event.key === "-") zoomBy(1 / 1.4);
    else if (event.key === "0") fit(transitionMs);
    else if (!direction) return;
    event.preventDefault();
  };
}

interface TurnProps extends Pick<ChartViewProps, "tree" | "onActive"> {
  layout: Layout | undefined;
  centreOn: Camera["centreOn"];
}

/** Opens or closes a node, and centres it at its new place. */
function useTurn({ tree, layout, centreOn, onActive }: TurnProps) {
  // Opening and closing moves all nodes: the one that was opened is centred at its new place.
  const toCentre = useRef<string>(undefined);
  const changed = useEffectEvent((next: Layout | undefined) => {
    const node = next?.byKey.get(toCentre.current ?? "");
    toCentre.current = undefined;
    if (node) centreOn(node, centringMs);
  });
  useLayoutEffect(() => changed(layout), [layout]);

  return function turn(node: PlacedNode): void {
    onActive(node.key);
    if (!node.member) return;
    tree.toggle(node.key);
    toCentre.current = node.key;
  };
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
