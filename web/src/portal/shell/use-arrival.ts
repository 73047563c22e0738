import { useLayoutEffect, useRef } from "react";
import type { PendingPage } from "../pending-page.ts";

const ms = 200;

/** How much of the way from what was tapped to the middle of the screen is shown. */
const share = 0.06;

interface Arrival {
  page: PendingPage;
  startedAt: number;
}

/** A page comes from where it was called: first its outline, and what is left of the way the page itself. */
export function useArrival(pending: PendingPage | undefined) {
  const outline = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const arrival = useRef<Arrival>(undefined);
  useLayoutEffect(() => {
    if (pending) {
      arrival.current = { page: pending, startedAt: performance.now() };
      if (outline.current) come(outline.current, arrival.current);
    } else if (arrival.current) {
      for (const part of page.current?.children ?? []) come(part, arrival.current);
      arrival.current = undefined;
    }
  }, [pending]);
  return { outline, page };
}

function come(element: Element, { page: { from }, startedAt }: Arrival): void {
  const passed = performance.now() - startedAt;
  if (passed >= ms || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const x = from ? (from.x - innerWidth / 2) * share : 0;
  const y = from ? (from.y - innerHeight / 2) * share : 0;
  const start = { opacity: 0.3, translate: `${x}px ${y}px` };
  element.animate([start, {}], { duration: ms, easing: "ease-out" }).currentTime = passed;
}
