import * as z from "zod/mini";
import { periodFields } from "../period.ts";
import { route } from "../route.ts";
import { csv, pageOf, pageQuery } from "../table.ts";
import { ownUserId } from "../wire.ts";
import { reserves } from "./reserves.ts";

/** How many days of coverage the chart shows. */
export const coverageDays = 90;

/** Full coverage in basis points: every reward of the day was paid in full. */
export const wholeCoverage = 10_000;

/**
 * What members took out in percent of what they put in. Each band starts at its limit and ends before the limit of
 * the next one. The first band holds those who took out nothing.
 */
export const bandLimits = [0, 0, 25, 50, 100, 150] as const;

const coverageDay = z.object({
  day: z.string(),
  /** All rewards of the day, what the pool had available for them, and what was paid. In FC. */
  due: z.number(),
  available: z.number(),
  paid: z.number(),
  /** In basis points; `wholeCoverage` is 100 %. */
  coverage: z.number(),
  planVersion: z.number(),
});
export type CoverageDay = z.output<typeof coverageDay>;

const netResults = z.object({
  /** The day of the measurement. */
  day: z.string(),
  members: z.number(),
  putInMembers: z.number(),
  tookOutMembers: z.number(),
  /** In FC, and in basis points of what was put in; null while nobody has put in anything. */
  medianNet: z.nullable(z.number()),
  medianNetShare: z.nullable(z.number()),
  bands: z.array(z.number()),
});
export type NetResults = z.output<typeof netResults>;

/** In FC unless the name says otherwise. */
const ownResult = z.object({
  /** Coins bought for stakes, and the dollars that they cost. */
  putIn: z.number(),
  putInUsd: z.number(),
  /** Paid out by withdrawals, after fees and deductions. */
  tookOut: z.number(),
  /** Withdrawals that are not decided yet, and dollars of staking requests that are not decided yet. */
  pending: z.number(),
  pendingUsd: z.number(),
  wallets: z.number(),
  /** `tookOut` minus `putIn`. */
  net: z.number(),
});
export type OwnResult = z.output<typeof ownResult>;

export const transparency = route({
  method: "GET",
  path: "/user/getTransparency/:userId",
  access: "member",
  summary:
    "What the member put in and took out, how the pool covered each day, how all members fare, and the reserves.",
  params: ownUserId,
  response: z.object({
    data: z.object({
      own: ownResult,
      days: z.array(coverageDay),
      results: z.nullable(netResults),
      reserves,
    }),
  }),
});

export const coverageSorts = ["day", "due", "coverage"] as const;
export const coverageColumns = {
  day: "Day",
  due: "Rewards due (FC)",
  available: "In the pool (FC)",
  paid: "Paid (FC)",
  coverage: "Coverage",
} as const;

const coverageQuery = z.extend(pageQuery(coverageSorts), periodFields);

export const coverageReport = route({
  method: "GET",
  path: "/user/getCoverage",
  access: "member",
  summary: "How the rewards pool covered each day closed.",
  query: coverageQuery,
  response: pageOf("data", coverageDay),
});

export const coverageReportCsv = route({
  method: "GET",
  path: "/user/getCoverage/csv",
  access: "member",
  summary: "All of it, as a file.",
  query: coverageQuery,
  response: csv,
  download: { contentType: "text/csv", filename: "coverage.csv" },
});
