import { select } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from "d3-zoom";
import { scales, type View } from "./view.ts";

type ZoomEvent = D3ZoomEvent<SVGSVGElement, unknown>;

interface Chart {
  /** What it shows already. */
  view: View;
  onStart: () => void;
  onMove: (view: View, byHand: boolean) => void;
}

/** Panning, pinching and wheel zoom of an SVG. A file of its own, because the first nodes are drawn without it. */
export function zoomByHand(svg: SVGSVGElement, { view, onStart, onMove }: Chart) {
  const behaviour: ZoomBehavior<SVGSVGElement, unknown> = zoom<SVGSVGElement, unknown>()
    .scaleExtent([...scales])
    // A thumb is never quite still: below this a press is a tap and not a drag.
    .clickDistance(6)
    .tapDistance(12)
    .on("start", ({ sourceEvent }: ZoomEvent) => {
      if (sourceEvent) onStart();
    })
    .on("zoom", ({ transform, sourceEvent }: ZoomEvent) => onMove(transform, Boolean(sourceEvent)));
  const set = ({ x, y, k }: View) => behaviour.transform(select(svg), zoomIdentity.translate(x, y).scale(k));
  // Opening somebody is a click; a second one soon after must not zoom as well.
  select(svg).call(behaviour).on("dblclick.zoom", null);
  set(view);
  return { set, release: () => void select(svg).on(".zoom", null) };
}
