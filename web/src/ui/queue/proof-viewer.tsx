import { useState } from "react";
import { useKeys } from "./keys.tsx";
import "./proof-viewer.css";

const zooms = [1, 1.5, 2, 3, 4] as const;

/** A picture that can be enlarged, turned, and moved by scrolling. */
export function ProofViewer({ src, alt }: { src: string; alt: string }) {
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const larger = () => setZoom((at) => Math.min(at + 1, zooms.length - 1));
  const smaller = () => setZoom((at) => Math.max(at - 1, 0));
  const turn = () => setTurns((count) => (count + 1) % 4);
  useKeys({ "+": larger, "=": larger, "-": smaller, t: turn });
  return (
    <div className="proof">
      <div className="proof-tools" role="group" aria-label="Picture">
        <button type="button" className="segment" onClick={smaller} aria-disabled={zoom === 0}>
          Smaller
        </button>
        <span className="small">{Math.round((zooms[zoom] ?? 1) * 100)} %</span>
        <button type="button" className="segment" onClick={larger} aria-disabled={zoom === zooms.length - 1}>
          Larger
        </button>
        <button type="button" className="segment" onClick={turn}>
          Turn
        </button>
        <a className="link-button" href={src} target="_blank" rel="noreferrer">
          Open alone
        </a>
      </div>
      <div className="proof-frame" data-turned={turns % 2 === 1}>
        <img src={src} alt={alt} data-turns={turns} data-zoom={zooms[zoom]} />
      </div>
    </div>
  );
}
