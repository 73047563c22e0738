import * as z from "zod/mini";
import { alertConditionNames } from "../alerts/console-conditions.ts";
import { operatorRights } from "../operator-access.ts";
import { route, type ResponseOf } from "../route.ts";
import { timestamp } from "../wire.ts";
import { firstDayStepNames } from "./console-first-day.ts";

/** The first screen of an operator's day: what waits, the state of the accounts, what fails. */

const waiting = z.object({
  count: z.number(),
  /** How many of them waited longer than promised. */
  late: z.number(),
  /** Since when the first of them waits; null while nothing does. */
  oldestAt: z.nullable(timestamp),
  /** Within how many hours we promise to deal with one; null where nothing is promised. */
  promisedHours: z.nullable(z.number()),
});
export type WaitingRequests = z.output<typeof waiting>;

const queues = z.object({
  staking: waiting,
  withdrawals: waiting,
  support: waiting,
  /** PAN and bank details that nobody has looked at. */
  kyc: waiting,
  /** What redirects money, for a second person. */
  proposals: waiting,
  /** Accounts that wait for somebody to look, since "This was not me" was chosen in a mail. */
  frozen: waiting,
  adjustments: waiting,
  corrections: waiting,
  funding: waiting,
});

const alert = z.object({
  condition: z.enum(alertConditionNames),
  /** What was found, in a sentence. */
  detail: z.string(),
  since: timestamp,
});
export type ActiveAlert = z.output<typeof alert>;

const day = z.object({
  day: z.string(),
  members: z.number(),
  stakes: z.number(),
  stakedUsd: z.number(),
});

export const consoleToday = route({
  method: "GET",
  path: "/console/today",
  access: operatorRights.read,
  summary:
    "Queues against their promise, the pool, closings, the price, growth by day, what needs a person to act.",
  response: z.object({
    data: z.object({
      queues,
      /** A company has moved in, and members stay out until a second admin opens it. */
      arrivalWaits: z.boolean(),
      pool: z.object({
        balance: z.number(),
        /** FC that members hold in wallets they can draw on, and in withdrawals that wait. */
        owed: z.number(),
      }),
      /** The last day that was closed; null before the first. In basis points, 10,000 is all. */
      lastClosing: z.nullable(
        z.object({ day: z.string(), due: z.number(), paid: z.number(), coverage: z.number() }),
      ),
      /** Null while closings have not begun. */
      nextClosing: z.nullable(
        z.object({ day: z.string(), dueAt: timestamp, missedDays: z.number(), done: z.number() }),
      ),
      /** Null while none is set. */
      price: z.nullable(z.object({ fcFor15Usd: z.number(), inrPerUsd: z.number(), since: timestamp })),
      /** The last 30 days, the oldest first. */
      days: z.array(day),
      alerts: z.object({
        /** When a worker last checked every condition; null before the first time. */
        checkedAt: z.nullable(timestamp),
        /** What needs a person now, the most urgent first. */
        active: z.array(alert),
      }),
      /** The coins on the chain, as last compared with the ledger; missing where no chain is connected. */
      coins: z.optional(
        z.object({
          comparedAt: z.nullable(timestamp),
          /** How many wallets have coins that nothing explains. */
          unexplainedWallets: z.number(),
          depositsWithoutRequest: z.number(),
        }),
      ),
      /** The newest complete one: the moment of its data, and where it was made. Null before the first. */
      lastBackup: z.nullable(z.object({ at: timestamp, host: z.string(), bytes: z.number() })),
      /** Of the node that answers, and how many running nodes have another one. */
      release: z.object({ version: z.string(), differentNodes: z.number() }),
      /** Which steps of the first day are done; null once all of them are. */
      firstDay: z.nullable(z.record(z.enum(firstDayStepNames), z.boolean())),
    }),
  }),
});

export const consoleQueues = route({
  method: "GET",
  path: "/console/queues",
  access: operatorRights.read,
  summary: "How much waits in each queue, for the navigation: it is read again while the console is open.",
  response: z.object({ data: queues }),
});

export const consoleRelease = route({
  method: "GET",
  path: "/console/release",
  access: operatorRights.read,
  summary: "The release that runs, on which nodes, and what is new in it for operators.",
  response: z.object({
    data: z.object({
      /** Of the node that answers. */
      version: z.string(),
      nodes: z.array(
        z.object({
          node: z.string(),
          /** Null of a node that is too old to say it. */
          version: z.nullable(z.string()),
          reportedAt: timestamp,
        }),
      ),
      /** Null where the changelog is not there. */
      news: z.nullable(z.object({ heading: z.string(), text: z.string() })),
    }),
  }),
});

export const sendTestMail = route({
  method: "POST",
  path: "/console/mails/test",
  access: operatorRights.manageJobs,
  summary: "Sends a mail to the operator, who sees whether it arrives.",
  response: z.object({ data: z.object({ to: z.string() }) }),
});

export type Today = ResponseOf<typeof consoleToday>["data"];
export type RunningRelease = ResponseOf<typeof consoleRelease>["data"];
