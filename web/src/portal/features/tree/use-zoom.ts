import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from "d3-zoom";
import { useEffectEvent, useLayoutEffect, useRef } from "react";

/** The specification sets the smallest and largest scale, and how long it takes to centre a node. */
export const scales = [0.1, 1] as const;
export const centringMs = 800;

/** Where the chart's origin is on the screen, and how large it is drawn. */
export interface View {
  x: number;
  y: number;
  k: number;
}

type Zooming = ZoomBehavior<SVGSVGElement, unknown>;

/** Panning, pinching and wheel zoom of an SVG, and moves of our own that any of them interrupts. */
export function useZoom(onMove: (view: View, byHand: boolean) => void) {
  const host = useRef<SVGSVGElement>(null);
  const zooming = useRef<Zooming>(null);
  const view = useRef<View>({ x: 0, y: 0, k: 1 });
  const frame = useRef(0);

  const moved = useEffectEvent(({ transform, sourceEvent }: D3ZoomEvent<SVGSVGElement, unknown>) => {
    view.current = transform;
    onMove(transform, Boolean(sourceEvent));
  });

  useLayoutEffect(() => {
    const svg = host.current;
    if (!svg) return;
    const behaviour: Zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent([...scales])
      // A thumb is never quite still: below this a press is a tap and not a drag.
      .clickDistance(6)
      .tapDistance(12)
      .on("start", ({ sourceEvent }: D3ZoomEvent<SVGSVGElement, unknown>) => {
        if (sourceEvent) cancelAnimationFrame(frame.current);
      })
      .on("zoom", moved);
    zooming.current = behaviour;
    // Opening somebody is a click; a second one soon after must not zoom as well.
    select(svg).call(behaviour).on("dblclick.zoom", null);
    return () => {
      cancelAnimationFrame(frame.current);
      select(svg).on(".zoom", null);
    };
  }, []);

  function set({ x, y, k }: View): void {
    const svg = host.current;
    if (svg) zooming.current?.transform(select(svg), zoomIdentity.translate(x, y).scale(k));
  }

  function moveTo(to: View, ms: number): void {
    cancelAnimationFrame(frame.current);
    if (ms === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return set(to);
    const from = view.current;
    const start = performance.now();
    const step = (now: number) => {
      const time = Math.min(1, Math.max(0, (now - start) / ms));
      const eased = time < 0.5 ? 4 * time ** 3 : 1 - (2 - 2 * time) ** 3 / 2;
      const between = (a: number, b: number) => a + (b - a) * eased;
      set({ x: between(from.x, to.x), y: between(from.y, to.y), k: between(from.k, to.k) });
      if (time < 1) frame.current = requestAnimationFrame(step);
    };
    frame.current = requestAnimationFrame(step);
  }

  return { host, view, moveTo };
}
