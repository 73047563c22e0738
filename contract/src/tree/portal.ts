import * as z from "zod/mini";
import { typedRefId } from "../ref-id.ts";
import { route } from "../route.ts";
import { sides, type Side } from "../side.ts";
import { wholeNumber } from "../table.ts";
import { ownUserId, timestamp } from "../wire.ts";

/** The name of an empty place in the tree. */
export const emptyPlace = "X";
export const stackedNote = "/ STACKED";

/** Third token of a node's label: an active stake, or one that ended. None before the first stake. */
export const stakeTokens = { active: "(S)", ended: "(E)" } as const;

const legFigures = z.object({ users: z.number(), activeUsers: z.number(), businessUsd: z.number() });

export interface ChartNode {
  name: string;
  attributes?: {
    /** Three tokens: user id, side and, once staked, (S) or (E). */
    label: string;
    refId: string;
    side: Side | null;
    joinedAt: string;
    isActive: boolean;
    left: z.output<typeof legFigures>;
    right: z.output<typeof legFigures>;
  };
  /** Missing below the depth that was asked for; an empty place is a child of the name X. */
  children?: ChartNode[];
}

const chartNode: z.ZodMiniType<ChartNode> = z.object({
  name: z.string(),
  attributes: z.optional(
    z.object({
      label: z.string(),
      refId: z.string(),
      side: z.nullable(z.enum(sides)),
      joinedAt: timestamp,
      isActive: z.boolean(),
      left: legFigures,
      right: legFigures,
    }),
  ),
  get children() {
    return z.optional(z.array(chartNode));
  },
}) as never;

export const firstChartDepth = 3;
export const furtherChartDepth = 2;
export const deepestChart = 5;

export const userChart = route({
  method: "GET",
  path: "/userCharts/:userId",
  access: "member",
  summary: "The member's team as a tree; from another start inside it, and as deep as asked for.",
  params: ownUserId,
  query: z.strictObject({
    /** A member of the caller's own team to start from. */
    start: z.optional(typedRefId),
    depth: z.optional(
      wholeNumber("depth").check(
        z.minimum(0, "At least 0"),
        z.maximum(deepestChart, `At most ${deepestChart}`),
      ),
    ),
  }),
  response: z.object({ output: chartNode }),
});

const person = z.object({ refId: z.string(), name: z.string() });

/** So many steps to one side, and who stands where the path turns or ends. */
const stretch = z.object({ side: z.enum(sides), steps: z.number(), to: person });

export const teamPath = route({
  method: "GET",
  path: "/userCharts/:userId/path/:refId",
  access: "member",
  summary: "The way from the member down to somebody in the own team, told by its turns.",
  params: z.extend(ownUserId, { refId: typedRefId }),
  response: z.object({
    data: z.object({
      from: person,
      stretches: z.array(stretch),
      steps: z.number(),
      /** A few steps above, where the last stretch is too long to be shown whole. */
      above: z.nullable(person),
    }),
  }),
});
export type TeamPath = z.output<typeof teamPath.response>["data"];
