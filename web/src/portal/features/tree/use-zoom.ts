import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { patiently } from "../../../lib/lazy/lazy-component.ts";
import type { View } from "./view.ts";

/** Moves of our own over a chart, and panning, pinching and wheel zoom, which interrupt them once their code is there. */
export function useZoom(onMove: (view: View, byHand: boolean) => void) {
  const host = useRef<SVGSVGElement>(null);
  const apply = useRef<(to: View) => void>(undefined);
  const view = useRef<View>({ x: 0, y: 0, k: 1 });
  const frame = useRef(0);

  const moved = useEffectEvent((to: View, byHand: boolean) => {
    view.current = to;
    onMove(to, byHand);
  });

  useLayoutEffect(() => {
    const svg = host.current;
    if (!svg) return;
    apply.current = (to) => moved(to, false);
    let isGone = false;
    let release = () => {};
    const takeHands = async () => {
      const { zoomByHand } = await patiently(() => import("./zoom-by-hand.ts"));
      if (isGone) return;
      const onStart = () => cancelAnimationFrame(frame.current);
      const hands = zoomByHand(svg, { view: view.current, onStart, onMove: moved });
      apply.current = hands.set;
      release = hands.release;
    };
    void takeHands();
    return () => {
      isGone = true;
      cancelAnimationFrame(frame.current);
      release();
    };
  }, []);

  function set(to: View): void {
    apply.current?.(to);
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
