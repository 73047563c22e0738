import type { StakeStatus } from "./team.ts";
import "./status-mark.css";

export type NodeKind = StakeStatus | "free";

/** A shape for each status, so that nobody needs to tell the colours apart. Drawn around 0, 0. */
export function StatusMark({ kind }: { kind: NodeKind }) {
  switch (kind) {
    case "active":
      return (
        <g className="status-mark">
          <circle r="7" className="mark-solid" />
          <path d="m-3.2 .2 2.3 2.3 4.1-4.6" className="mark-cut" />
        </g>
      );
    case "ended":
      return (
        <g className="status-mark">
          <circle r="6.25" className="mark-line" />
          <path d="M-3 0h6" className="mark-line" />
        </g>
      );
    case "none":
      return (
        <g className="status-mark">
          <circle r="6.25" className="mark-line" />
        </g>
      );
    case "free":
      return null;
  }
}
