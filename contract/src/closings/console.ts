import * as z from "zod/mini";
import { requestedJob } from "../jobs/requested-jobs.ts";
import { operatorRights } from "../operator-access.ts";
import { indiaDay, periodFields } from "../period.ts";
import { byRewardSection, rewardKinds, rewardSections } from "../plan/reward-kinds.ts";
import { route } from "../route.ts";
import { csvOf, pageOf, pageQuery } from "../table.ts";
import { timestamp } from "../wire.ts";

/** The daily closings as operators see them: what each day came to, how far the running one is, dry runs. */

/** FC of each kind of reward, by its section of the plan. */
const rewardSums = z.record(z.enum(rewardSections), z.number());

const closing = z.object({
  day: z.string(),
  state: z.enum(["open", "paying", "ending", "sealed"]),
  planVersion: z.number(),
  /** Before coverage. */
  due: rewardSums,
  totalDue: z.number(),
  available: z.number(),
  paid: z.number(),
  /** In basis points: 10,000 is all. */
  coverage: z.number(),
  credits: z.number(),
  flushedUsd: z.number(),
  lapsedBonuses: z.number(),
  endedStakes: z.number(),
  openedAt: timestamp,
  /** How long the closing took; null while it is under way. */
  seconds: z.nullable(z.number()),
});
export type ConsoleClosing = z.output<typeof closing>;

export const closingSorts = ["day", "due", "paid", "coverage", "seconds"] as const;
export const consoleClosings = route({
  method: "GET",
  path: "/console/closings",
  access: operatorRights.read,
  summary: "Every day closed or being closed, with its totals.",
  query: z.extend(pageQuery(closingSorts), periodFields),
  response: z.extend(pageOf("data", closing), {
    /** Of all days that are found, not only of this page. */
    totals: z.object({ dueFc: z.number(), paidFc: z.number() }),
  }),
});

export const closingColumns = {
  day: "Day",
  state: "State",
  planVersion: "Plan version",
  ...byRewardSection((kind) => `${rewardKinds[kind].totalTitle} due (FC)`),
  totalDue: "Due in all (FC)",
  available: "In the pool (FC)",
  paid: "Paid (FC)",
  coverage: "Coverage",
  credits: "Credits",
  flushedUsd: "Flushed business ($)",
  lapsedBonuses: "Lapsed bonuses",
  endedStakes: "Ended stakes",
  seconds: "Seconds",
} as const;

export const consoleClosingsCsv = csvOf(consoleClosings, "closings.csv");

export const closingProgress = route({
  method: "GET",
  path: "/console/closings/progress",
  access: operatorRights.read,
  summary: "How far the closing under way is, and when the next one is due.",
  response: z.object({
    data: z.nullable(
      z.object({
        /** The day being closed, or the next one to be. */
        day: z.string(),
        state: z.enum(["waiting", "open", "paying", "ending", "sealed"]),
        /** From 0 to 1. */
        done: z.number(),
        /** Days that have ended and are not closed yet. */
        missedDays: z.number(),
        dueAt: timestamp,
      }),
    ),
  }),
});

export const closeMissedDay = route({
  method: "POST",
  path: "/console/closings/run",
  access: operatorRights.keepBooks,
  summary: "Lets a worker close the next missed day, and those after it, at once.",
  body: z.strictObject({ day: indiaDay }),
  response: z.object({}),
});

/** What a closing would pay: totals, the top earners, and how many members get how much. */
export const dryRunResult = z.object({
  day: z.string(),
  planVersion: z.number(),
  due: rewardSums,
  totalDue: z.number(),
  available: z.number(),
  coverage: z.number(),
  lapsedBonuses: z.number(),
  flushedUsd: z.number(),
  topEarners: z.array(z.object({ refId: z.string(), name: z.string(), due: z.number() })),
  /** Members who get from `from` FC up to ten times as much. The first row is those with nothing. */
  distribution: z.array(z.object({ from: z.number(), members: z.number(), due: z.number() })),
});
export type DryRunResult = z.output<typeof dryRunResult>;

export const requestDryRun = route({
  method: "POST",
  path: "/console/closings/dryRun",
  access: operatorRights.keepBooks,
  summary: "Has a worker compute what the next closing would pay. Nothing is written.",
  response: z.object({ data: z.object({ id: z.number() }) }),
});

export const lastDryRun = route({
  method: "GET",
  path: "/console/closings/dryRun",
  access: operatorRights.read,
  summary: "The newest dry run of a closing by the plan in force.",
  response: z.object({ data: z.nullable(requestedJob(dryRunResult)) }),
});
