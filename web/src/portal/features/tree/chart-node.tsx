import { sure } from "@fc/contract/sure";
import { emptyPlace } from "@fc/contract/tree/portal";
import { memo, type CSSProperties } from "react";
import { useT } from "../../../lib/i18n.ts";
import { shortCountText } from "./figures.ts";
import { boxHeight, boxWidth, type PlacedNode } from "./layout.ts";
import { linesOf } from "./lines.ts";
import { StatusMark } from "./status-mark.tsx";
import { stakeStatusOf, usersBelow, type TeamMember } from "./team.ts";
import { noteOf, spokenName } from "./node-labels.ts";
import { isPhone } from "./use-tree.ts";

interface ChartNodeProps {
  placed: PlacedNode;
  /** Where it comes from when it appears. */
  from: PlacedNode | undefined;
  isActive: boolean;
  isFound: boolean;
  isWaiting: boolean;
  hasFailed: boolean;
}

type Position = CSSProperties & { "--from-x"?: string; "--from-y"?: string };

/** The chart handles pointer and keyboard, so a node is only a drawing. */
export const ChartNode = memo(function ChartNode(props: ChartNodeProps) {
  const { placed, from, isActive, isFound, isWaiting, hasFailed } = props;
  const t = useT();
  const { key, member, x, y, depth, isOpen } = placed;
  const position: Position = { transform: `translate(${x}px, ${y}px)` };
  if (from) Object.assign(position, { "--from-x": `${from.x}px`, "--from-y": `${from.y}px` });
  return (
    <g
      className="chart-node"
      data-key={key}
      data-kind={member ? stakeStatusOf(member) : "free"}
      data-found={isFound || undefined}
      style={position}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={member ? isOpen : undefined}
      aria-selected={isActive}
      aria-current={isFound || undefined}
      aria-busy={isWaiting || undefined}
      aria-label={spokenName(t, placed)}
      tabIndex={isActive ? 0 : -1}
    >
      {member ? (
        <>
          <MemberBox member={member} />
          <Handle count={usersBelow(member)} isOpen={isOpen} isWaiting={isWaiting} hasFailed={hasFailed} />
        </>
      ) : (
        <>
          <rect className="node-box" x={-28} y={-22} width={56} height={44} rx={12} />
          <text className="node-name" y={5}>
            {emptyPlace}
          </text>
        </>
      )}
    </g>
  );
});

/** Leaves room for the mark in the corner. */
const textWidth = boxWidth - 24;
/** Four members fit beside each other on a phone: their boxes are smaller, so the words in them are larger. */
const phoneTextScale = 1.15;

function MemberBox({ member }: { member: TeamMember }) {
  const t = useT();
  const status = stakeStatusOf(member);
  const scale = isPhone() ? phoneTextScale : 1;
  const lines = linesOf(member.name, textWidth / scale, 2, measured);
  const top = lines.length === 2 ? -23 : -17;
  return (
    <>
      <rect
        className="node-box"
        x={-boxWidth / 2}
        y={-boxHeight / 2}
        width={boxWidth}
        height={boxHeight}
        rx={14}
      />
      <g transform={`scale(${scale})`}>
        {lines.map((line, at) => (
          <text className="node-name" key={line} y={top + at * 17}>
            {line}
          </text>
        ))}
        <text letterSpacing="0.02em" y={top + lines.length * 17 + 1}>
          {member.refId}
        </text>
        <text y={top + lines.length * 17 + 17}>{noteOf(t, member.side, status)}</text>
      </g>
      <g transform={`translate(${boxWidth / 2 - 4} ${4 - boxHeight / 2})`}>
        <circle r="10" fill="var(--mantine-color-body)" />
        <StatusMark kind={status} />
      </g>
    </>
  );
}

interface HandleProps {
  count: number;
  isOpen: boolean;
  isWaiting: boolean;
  hasFailed: boolean;
}

/** At the foot of a node: whether it is open, and how many are hidden below while it is not. */
function Handle({ count, isOpen, isWaiting, hasFailed }: HandleProps) {
  const hidden = count > 0 ? `+${shortCountText(count)}` : "+";
  const text = isWaiting ? "…" : hasFailed ? "!" : isOpen ? "−" : hidden;
  const width = Math.max(24, 12 + text.length * 7.5);
  return (
    <g
      className="node-handle"
      data-failed={hasFailed || undefined}
      transform={`translate(0 ${boxHeight / 2})`}
    >
      <rect x={-width / 2} y={-11} width={width} height={22} rx={11} />
      <text y={4.5}>{text}</text>
    </g>
  );
}

let pen: CanvasRenderingContext2D | undefined;
const widths = new Map<string, number>();

/** As wide as the browser will draw it; names repeat, so each is measured once. */
function measured(text: string): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  pen ??= newPen();
  const { width } = pen.measureText(text);
  widths.set(text, width);
  return width;
}

/** The font is read once, because each reading makes the browser compute all styles again. */
function newPen(): CanvasRenderingContext2D {
  const made = sure(document.createElement("canvas").getContext("2d"));
  made.font = `600 14px ${getComputedStyle(document.body).fontFamily}`;
  return made;
}
