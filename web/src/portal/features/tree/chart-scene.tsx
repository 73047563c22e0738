import { memo } from "react";
import { ChartNode } from "./chart-node.tsx";
import { boxHeight, boxWidth, nodeSize, type Branch, type Layout, type PlacedNode } from "./layout.ts";
import type { NodeKind } from "./status-mark.tsx";
import { stakeStatusOf, type TreeState } from "./team.ts";

interface ChartSceneProps extends Pick<TreeState, "waiting" | "failures"> {
  layout: Layout;
  nodes: readonly PlacedNode[];
  branches: readonly Branch[];
  active: string;
  found: string | undefined;
}

/** Near enough to be read: every member in view is drawn in full. */
export const NearScene = memo(function NearScene(props: ChartSceneProps) {
  const { layout, nodes, branches, waiting, failures, active, found } = props;
  return (
    <>
      <g aria-hidden="true">
        {branches.map((branch) => (
          <path className="chart-branch" key={branch.key} d={stepOf(branch)} />
        ))}
      </g>
      {nodes.map((placed) => (
        <ChartNode
          key={placed.key}
          placed={placed}
          from={layout.byKey.get(placed.parent ?? "")}
          isActive={placed.key === active}
          isFound={placed.key === found}
          isWaiting={waiting.has(placed.key)}
          hasFailed={failures.has(placed.key)}
        />
      ))}
    </>
  );
});

/** Too small to read, and maybe thousands: one path for each colour instead of a drawing for each member. */
export const FarScene = memo(function FarScene(props: ChartSceneProps) {
  const { nodes, branches, active } = props;
  const boxes: Record<NodeKind, string> = { active: "", ended: "", none: "", free: "" };
  for (const { member, x, y } of nodes) {
    if (member) {
      const [left, top] = [x - boxWidth / 2, y - boxHeight / 2];
      boxes[stakeStatusOf(member)] += `M${left} ${top}h${boxWidth}v${boxHeight}h${-boxWidth}z`;
    } else boxes.free += `M${x - 28} ${y - 22}h56v44h-56z`;
  }
  // The focused node stays drawn in full, so it keeps the focus.
  const kept = nodes.filter(({ key }) => key === active);
  return (
    <>
      <g aria-hidden="true">
        <path className="chart-branch" d={branches.map(stepOf).join("")} />
        {Object.entries(boxes).map(([kind, d]) => (
          <g key={kind} data-kind={kind} className="far-boxes">
            <path className="node-box" d={d} />
          </g>
        ))}
      </g>
      <NearScene {...props} nodes={kept} branches={[]} />
    </>
  );
});

/** The line from a node to its children: down, across, and down again. */
function stepOf({ x, y, left, right }: Branch): string {
  const middle = y + nodeSize / 2 + 2;
  const end = y + nodeSize - 22;
  return `M${x} ${y + boxHeight / 2}V${middle}M${left} ${end}V${middle}H${right}V${end}`;
}
