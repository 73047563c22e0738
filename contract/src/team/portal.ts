import * as z from "zod/mini";
import { route } from "../route.ts";
import { sides } from "../side.ts";
import { csv, cursorFields } from "../table.ts";
import { ownUserId, timestamp } from "../wire.ts";

/** As the tree marks members: an active stake (S), only ended ones (E), or no stake at all. */
export const teamStakeStates = ["active", "ended", "none"] as const;
export type TeamStakeState = (typeof teamStakeStates)[number];

/** A larger team's file has its newest members. */
export const mostTeamFileRows = 10_000;

const teamMember = z.object({
  refId: z.string(),
  name: z.string(),
  joinedAt: timestamp,
  /** Which leg of the caller the member is in, and how many places below. */
  leg: z.enum(sides),
  level: z.number(),
  stake: z.enum(teamStakeStates),
  /** Dollars of the member's own stakes, and of everybody below the member. */
  business: z.number(),
  teamBusiness: z.number(),
});
export type TeamMember = z.output<typeof teamMember>;

const filter = {
  leg: z.optional(z.enum(sides, "Please choose left or right")),
  stake: z.optional(z.enum(teamStakeStates, "Please choose active, ended or none")),
  /** The beginning of any word of the name, or the whole user id. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(80, "Please search for at most 80 characters"))),
};

export const teamList = route({
  method: "GET",
  path: "/user/getTeam/:userId",
  access: "member",
  summary: "Everybody below the member, newest first.",
  params: ownUserId,
  query: z.strictObject({ ...filter, ...cursorFields }),
  response: z.object({
    data: z.array(teamMember),
    next: z.nullable(z.string()),
    /** How many members the whole team has, whatever is filtered. */
    users: z.number(),
  }),
});

export const teamColumns = {
  refId: "User ID",
  name: "Name",
  joined: "Date of Joining",
  leg: "Team",
  level: "Level",
  stake: "Stake status",
  business: "Business ($)",
  teamBusiness: "Team business ($)",
} as const;

export const teamCsv = route({
  method: "GET",
  path: "/user/getTeam/:userId/csv",
  access: "member",
  summary: `The newest ${mostTeamFileRows.toLocaleString("en-US")} that the same filters find, as a file.`,
  params: ownUserId,
  query: z.strictObject(filter),
  response: csv,
  download: { contentType: "text/csv", filename: "my-team.csv" },
});
