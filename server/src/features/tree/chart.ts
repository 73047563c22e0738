import { AppError } from "@fc/contract/errors";
import {
  deepestChart,
  emptyPlace,
  firstChartDepth,
  furtherChartDepth,
  stakeTokens,
  type ChartNode,
  type TeamPath,
} from "@fc/contract/tree/portal";
import { memberIdByRefId } from "../../core/members/members.ts";
import { subtree, type TreeNode } from "../../core/network/subtree.ts";
import { alongSide, isInTeam, pathBetween, type Path, type Person } from "../../core/network/team.ts";
import type { Figures } from "../../core/network/types.ts";
import type { ReadDb } from "../../platform/db.ts";

interface ChartRequest {
  memberId: number;
  /** The user id to start from; the member's own if undefined. */
  start: string | undefined;
  depth: number | undefined;
}

export async function chartOf(db: ReadDb, { memberId, start, depth }: ChartRequest): Promise<ChartNode> {
  const rootId = start === undefined ? memberId : await teamMemberId(db, memberId, start);
  const tree = await subtree(
    db,
    rootId,
    depth ?? (start === undefined ? firstChartDepth : furtherChartDepth),
  );
  if (!tree) throw new AppError("NOT_FOUND");
  return toChartNode(tree);
}

export async function pathTo(db: ReadDb, memberId: number, refId: string): Promise<TeamPath> {
  const path = await pathBetween(db, memberId, await teamMemberId(db, memberId, refId));
  if (!path) throw new AppError("NOT_FOUND");
  return { ...path, above: (await fewStepsAbove(db, path)) ?? null };
}

/** A member at the end of a long leg is shown with a few members above. */
const stepsAbove = 3;

async function fewStepsAbove(db: ReadDb, { from, stretches }: Path): Promise<Person | undefined> {
  const last = stretches.at(-1);
  if (!last || last.steps <= deepestChart) return undefined;
  const turn = stretches.at(-2)?.to ?? from;
  const afterSteps = last.steps - stepsAbove - 1;
  return (await alongSide(db, turn.memberId, last.side, { afterSteps, limit: 1 }))[0];
}

/** A member outside the own team is answered as if it did not exist. */
async function teamMemberId(db: ReadDb, memberId: number, refId: string): Promise<number> {
  const id = await memberIdByRefId(db, refId);
  if (id === undefined || !(await isInTeam(db, memberId, id))) throw new AppError("NOT_FOUND");
  return id;
}

function toChartNode(node: TreeNode): ChartNode {
  const { refId, side, isActive, hasStaked } = node;
  const stake = isActive ? stakeTokens.active : hasStaked ? stakeTokens.ended : undefined;
  return {
    name: node.name,
    attributes: {
      label: [refId, side ?? "-", stake].filter(Boolean).join(" "),
      refId,
      side,
      joinedAt: node.joinedAt.toISOString(),
      isActive,
      left: toWire(node.legs.left),
      right: toWire(node.legs.right),
    },
    ...(node.children && {
      children: [node.children.left, node.children.right].map((child) =>
        child ? toChartNode(child) : { name: emptyPlace },
      ),
    }),
  };
}

function toWire({ users, activeUsers, businessUsdCents }: Figures) {
  return { users, activeUsers, businessUsd: Number(businessUsdCents) / 100 };
}
