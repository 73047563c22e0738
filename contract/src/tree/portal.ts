import * as z from "zod/mini";
import { typedRefId } from "../ref-id.ts";
import { route } from "../route.ts";
import { sides, type Side } from "../side.ts";
import { wholeNumber } from "../table.ts";
import { ownUserId, timestamp } from "../wire.ts";

/** The name of an empty place in the tree. */
export const emptyPlace = "X";
export const stackedNote = "/ STACKED";

/** The third token of a node's label: an active stake, or only ended ones. Left out before the first stake. */
export const stakeTokens = { active: "(S)", ended: "(E)" } as const;

const legFigures = z.object({ users: z.number(), activeUsers: z.number(), businessUsd: z.number() });

export interface ChartNode {
  name: string;
  attributes?:
    | {
        /** Up to three tokens: user id, side and, after the first stake, (S) or (E). */
        label: string;
        refId: string;
        side: Side | null;
        joinedAt: string;
        isActive: boolean;
        left: z.output<typeof legFigures>;
        right: z.output<typeof legFigures>;
      }
    | undefined;
  /** Missing below the requested depth. An empty place is a child with the name X. */
  children?: ChartNode[] | undefined;
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
});

export const firstChartDepth = 3;
export const furtherChartDepth = 2;
export const deepestChart = 5;

export const userChart = route({
  method: "GET",
  path: "/userCharts/:userId",
  access: "member",
  summary: "The member's team as a tree; from another start inside it, and as deep as requested.",
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

/** A number of steps to the same side, and the member where the path turns or ends. */
const stretch = z.object({ side: z.enum(sides), steps: z.number(), to: person });

export const teamPath = route({
  method: "GET",
  path: "/userCharts/:userId/path/:refId",
  access: "member",
  summary: "The path from the member down to somebody in the own team, one stretch for each turn.",
  params: z.extend(ownUserId, { refId: typedRefId }),
  response: z.object({
    data: z.object({
      from: person,
      stretches: z.array(stretch),
      steps: z.number(),
      /** A member a few steps above the target, if the last stretch is too long to be shown completely. */
      above: z.nullable(person),
    }),
  }),
});
export type TeamPath = z.output<typeof teamPath.response>["data"];

/** Fewer letters would fit almost everybody. */
export const shortestTeamSearch = 2;

export const teamSearch = route({
  method: "GET",
  path: "/userCharts/:userId/search",
  access: "member",
  summary: "Members of the own team by the beginning of any word of the name, or by the whole user id.",
  params: ownUserId,
  query: z.strictObject({
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(shortestTeamSearch, `At least ${shortestTeamSearch} letters`),
        z.maxLength(80, "Please use at most 80 characters"),
      ),
  }),
  response: z.object({
    /** With the leg of the caller that they are in. */
    data: z.array(z.extend(person, { leg: z.enum(sides) })),
    /** Whether there may be others: more letters find them. */
    hasMore: z.boolean(),
  }),
});
export type FoundInTeam = z.output<typeof teamSearch.response>["data"][number];
