import { beforeMoveColumn } from "../arrival/before-move.ts";
import { keysOf } from "../sure.ts";
import * as z from "zod/mini";
import { periodFields } from "../period.ts";
import { byRewardKind } from "../plan/reward-kinds.ts";
import { route } from "../route.ts";
import { csv, wholeNumber } from "../table.ts";
import { wallets } from "../wallet/kinds.ts";
import { ownUserId, timestamp } from "../wire.ts";
import { activityKindNames, activityKindsIn } from "./kinds.ts";

/** One movement of a member's coins: all lines of one entry together. */
const movement = z.object({
  id: z.string(),
  at: timestamp,
  /** Null for a line of the system before, which no balance and no sum counts. */
  kind: z.nullable(z.enum(activityKindNames)),
  /** Tokens, which the screens make words of. */
  message: z.string(),
  /** Into the wallets, out of them, or neither: from one of them to another, or a stake that starts or ends. */
  direction: z.enum(["in", "out", "between"]),
  /** Always above zero; the direction is its sign. */
  amountFc: z.number(),
  /** What the wallets held together after it; null for a line of the system before. */
  balanceFc: z.nullable(z.number()),
  /** None where only a stake's principal moved. */
  wallets: z.array(z.enum(wallets)),
  /** The other member: who sent, who received, whose stake it was. */
  person: z.nullable(z.object({ refId: z.string(), name: z.string() })),
  /** Of a reward, for "Why this amount?". */
  transID: z.nullable(z.string()),
  /** Of the movement's receipt; null where it has none. */
  reference: z.nullable(z.string()),
});
export type Movement = z.output<typeof movement>;

/** Several values in one text of the address. */
const list = <Value>(valuesIn: (text: string) => Value[]) =>
  z.optional(z.pipe(z.string().check(z.maxLength(300, "This list is too long")), z.transform(valuesIn)));

const filter = {
  ...periodFields,
  /** Only this wallet, as if there were no other. */
  wallet: z.optional(z.enum(wallets, "Please choose a wallet")),
  kinds: list(activityKindsIn),
  /** Words, a person's name or user ID, an amount or a reference. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(80, "Please search for at most 80 characters"))),
  /** The messages whose words contain the search text in the reader's language (`messagesSaying`). */
  messages: list((text) => text.split(",").filter((message) => /^[A-Z/]+$/.test(message))),
};
const filterQuery = z.strictObject(filter);

export const activity = route({
  method: "GET",
  path: "/user/getActivity/:userId",
  access: "member",
  summary:
    "Everything that moved in the member's wallets and stakes, newest first, with the wallets' balance after each.",
  params: ownUserId,
  query: z.strictObject({
    ...filter,
    /** As the page before answered it. */
    cursor: z.optional(z.string().check(z.maxLength(100, "This is no cursor"))),
    size: z.optional(wholeNumber("size").check(z.minimum(1, "At least 1"), z.maximum(100, "At most 100"))),
  }),
  response: z.object({ data: z.array(movement), next: z.nullable(z.string()) }),
});

export const activitySums = route({
  method: "GET",
  path: "/user/getActivitySums/:userId",
  access: "member",
  summary: "How many movements there are in a period, and what they brought in and took out.",
  params: ownUserId,
  query: filterQuery,
  response: z.object({
    data: z.object({
      count: z.number(),
      inFc: z.number(),
      outFc: z.number(),
      /** In less out. */
      netFc: z.number(),
    }),
  }),
});
export type ActivitySums = z.output<typeof activitySums.response>["data"];

export const activityColumns = {
  date: "Date/Time",
  what: "What",
  person: "Person",
  wallets: "Wallets",
  amount: "Coin (FC)",
  balance: "Balance (FC)",
  reference: "Reference",
  /** In a column of its own, so that nobody adds it up. */
  before: beforeMoveColumn,
} as const;

export const activityCsv = route({
  method: "GET",
  path: "/user/getActivity/:userId/csv",
  access: "member",
  summary: "All of it, as a file.",
  params: ownUserId,
  query: filterQuery,
  response: csv,
  download: { contentType: "text/csv", filename: "activity.csv" },
});

/** What the chart of balances and earnings can show: so many days up to today, or all since the first. */
export const historyRanges = {
  "7d": { days: 7, label: "7 days" },
  "30d": { days: 30, label: "30 days" },
  "90d": { days: 90, label: "90 days" },
  "1y": { days: 365, label: "1 year" },
  all: { days: undefined, label: "All" },
} as const satisfies Record<string, { readonly days: number | undefined; readonly label: string }>;
export type HistoryRange = keyof typeof historyRanges;
export const usualHistoryRange = "90d" satisfies HistoryRange;
export const historyRangeNames = keysOf(historyRanges);

const historyData = z.object({
  /** India's days, both included. */
  from: z.string(),
  to: z.string(),
  /** What all wallets held at the end of each day, oldest first. */
  balances: z.array(z.number()),
  /** What each kind of reward brought, in spans that are short enough to draw and long enough to see. */
  earned: z.array(
    z.object({ from: z.string(), to: z.string(), amounts: z.object(byRewardKind(() => z.number())) }),
  ),
  earnedInAll: z.object(byRewardKind(() => z.number())),
  /** What was taken out of the wallets to be withdrawn, on the days when that happened. */
  withdrawals: z.array(z.object({ day: z.string(), amountFc: z.number() })),
});
export type BalanceHistory = z.output<typeof historyData>;

export const balanceHistory = route({
  method: "GET",
  path: "/user/getBalanceHistory/:userId",
  access: "member",
  summary: "What all wallets held each day, and what each kind of reward brought.",
  params: ownUserId,
  query: z.strictObject({ range: z.optional(z.enum(historyRangeNames, "Please choose a period")) }),
  response: z.object({ data: historyData }),
});
