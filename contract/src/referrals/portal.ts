import * as z from "zod/mini";
import { route } from "../route.ts";
import { sides } from "../side.ts";
import { csv, pageOf, pageQuery } from "../table.ts";
import { ownUserId, timestamp } from "../wire.ts";

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
