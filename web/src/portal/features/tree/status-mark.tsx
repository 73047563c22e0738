import type { StakeStatus } from "./team.ts";

export type NodeKind = StakeStatus | "free";

const line = {
  fill: "none",
  stroke: "var(--mark)",
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** A shape for each status, so that nobody needs to tell the colours apart. Drawn around 0, 0. */
export function StatusMark({ kind }: { kind: NodeKind }) {
  switch (kind) {
    case "active":
      return (
        <>
          <circle r="7" fill="var(--mark)" />
          <path d="m-3.2 .2 2.3 2.3 4.1-4.6" {...line} stroke="var(--mark-cut)" />
        </>
      );
    case "ended":
      return (
        <>
          <circle r="6.25" {...line} />
          <path d="M-3 0h6" {...line} />
        </>
      );
    case "none":
      return <circle r="6.25" {...line} />;
    case "free":
      return null;
  }
}
