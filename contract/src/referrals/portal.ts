import * as z from "zod/mini";
import { route } from "../route.ts";
import { sides } from "../side.ts";
import { csv, pageOf, pageQuery } from "../table.ts";
import { ownUserId, timestamp } from "../wire.ts";
import { linkPreferences } from "./preference.ts";

export const directReferralColumns = {
  serial: "Serial",
  refId: "User ID",
  name: "Name",
  phone: "Phone Number",
  placement: "Placement",
  team: "Team",
} as const;
export const directReferralSorts = ["joinedAt", "refId", "name", "side"] as const;

const directReferral = z.object({
  refId: z.string(),
  name: z.string(),
  mobileNumber: z.string(),
  placementRefId: z.string(),
  side: z.enum(sides),
  joinedAt: timestamp,
});
export type DirectReferral = z.output<typeof directReferral>;

const directReferralQuery = pageQuery(directReferralSorts);

export const directReferrals = route({
  method: "GET",
  path: "/user/getDirectReferrals/:userId",
  access: "member",
  summary: "Those whom the member sponsored, searched, sorted and paged.",
  params: ownUserId,
  query: directReferralQuery,
  response: pageOf("userChilds", directReferral),
});

export const directReferralsCsv = route({
  method: "GET",
  path: "/user/getDirectReferrals/:userId/csv",
  access: "member",
  summary: "All of them, as a file.",
  params: ownUserId,
  query: directReferralQuery,
  response: csv,
  download: { contentType: "text/csv", filename: "direct-referrals.csv" },
});

/** Null where the member has not chosen one: then there is no third link. */
const chosenPreference = z.nullable(z.enum(linkPreferences, "Please choose business or members"));

/** What the preference looks at, and what it leads to. */
const legFigures = z.object({ users: z.number(), business: z.number() });
const linkPreference = z.object({
  preference: chosenPreference,
  /** Where the link leads now; null without a preference. */
  side: z.nullable(z.enum(sides)),
  left: legFigures,
  right: legFigures,
});
export type LinkPreferenceState = z.output<typeof linkPreference>;

export const readLinkPreference = route({
  method: "GET",
  path: "/user/getLinkPreference/:userId",
  access: "member",
  summary: "Which team the member's third link prefers, and where it leads now.",
  params: ownUserId,
  response: z.object({ data: linkPreference }),
});

export const chooseLinkPreference = route({
  method: "POST",
  path: "/user/linkPreference",
  access: "member",
  summary: "Chooses what the member's third link prefers, or turns it off.",
  body: z.strictObject({ userId: z.number("Not a user id"), preference: chosenPreference }),
  response: z.object({ data: linkPreference }),
});
