import { isKeyOf } from "../sure.ts";
import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { daysAfter } from "../period.ts";
import { route } from "../route.ts";
import { csv, wholeNumber } from "../table.ts";

/** A month for an accountant: each book as a screen, as a file, and all of them in one archive. */

export const bookNames = [
  "journal",
  "trial-balance",
  "payouts",
  "stakes",
  "members",
  "pool",
  "shortfalls",
  "bank",
] as const;
export type BookName = (typeof bookNames)[number];

export const bookUnits = ["text", "time", "day", "count", "FC", "USD", "INR"] as const;
export interface BookColumn {
  readonly title: string;
  readonly unit: (typeof bookUnits)[number];
}

const text = (title: string) => ({ title, unit: "text" }) as const;
const time = (title: string) => ({ title, unit: "time" }) as const;
const fc = (title: string) => ({ title, unit: "FC" }) as const;
const usd = (title: string) => ({ title, unit: "USD" }) as const;
const inr = (title: string) => ({ title, unit: "INR" }) as const;

interface BookDefinition {
  readonly title: string;
  readonly about: string;
  readonly columns: readonly BookColumn[];
  /** Which columns the last line adds up. */
  readonly totals: readonly number[];
  /** Whether it can be narrowed to one member. */
  readonly ofMember: boolean;
}

/** Rupees are at the rate in force when each amount counts, rounded down to the paisa. */
export const bookDefinitions = {
  journal: {
    title: "Journal",
    about: "Every line of the ledger that counts in the month, in the order of its entries.",
    columns: [
      text("Entry"),
      time("Time"),
      text("Kind"),
      text("Debited account"),
      text("Debited member"),
      text("Credited account"),
      text("Credited member"),
      fc("Coins"),
      usd("Dollars"),
      inr("Rupees"),
    ],
    totals: [7, 8, 9],
    ofMember: true,
  },
  "trial-balance": {
    title: "Trial balance",
    about:
      "Every account of the house, and each kind of account of all members together. Credits less debits.",
    columns: [
      text("Account"),
      fc("Opening"),
      fc("Debited"),
      fc("Credited"),
      fc("Closing"),
      usd("Opening"),
      usd("Debited"),
      usd("Credited"),
      usd("Closing"),
    ],
    totals: [1, 2, 3, 4, 5, 6, 7, 8],
    ofMember: false,
  },
  payouts: {
    title: "Payout register",
    about: "Withdrawals that were accepted in the month: what left the hold, what was kept, what was paid.",
    columns: [
      text("Reference"),
      time("Accepted"),
      text("User ID"),
      text("Member"),
      fc("Withdrawn"),
      fc("Fee"),
      fc("Tax"),
      fc("Deduction"),
      fc("Paid"),
      inr("Paid"),
      text("Transaction ID"),
    ],
    totals: [4, 5, 6, 7, 8, 9],
    ofMember: true,
  },
  stakes: {
    title: "Stake register",
    about: "Stakes that began in the month, also those that were undone later.",
    columns: [
      text("Stake"),
      time("Began"),
      text("User ID"),
      text("Member"),
      text("Paid from"),
      usd("Principal"),
      fc("Principal"),
      inr("Principal"),
    ],
    totals: [5, 6, 7],
    ofMember: true,
  },
  members: {
    title: "Member statements",
    about: "What every member held, in all accounts together, at the beginning and at the end of the month.",
    columns: [text("User ID"), text("Member"), fc("Opening"), fc("Credited"), fc("Debited"), fc("Closing")],
    totals: [2, 3, 4, 5],
    ofMember: true,
  },
  pool: {
    title: "Pool movements",
    about: "What went into the rewards pool and what it paid, day by day.",
    columns: [{ title: "Day", unit: "day" }, fc("Opening"), fc("Put in"), fc("Rewards paid"), fc("Closing")],
    totals: [2, 3],
    ofMember: false,
  },
  shortfalls: {
    title: "Shortfalls of stakes",
    about:
      "Staking requests that two operators approved with fewer coins than they cost, and that were not settled at the end of the month.",
    columns: [
      text("Reference"),
      time("Approved"),
      text("User ID"),
      text("Member"),
      text("Confirmed by"),
      text("Approved by"),
      text("Reason"),
      fc("Cost"),
      fc("Arrived"),
      fc("Missing"),
    ],
    totals: [7, 8, 9],
    ofMember: true,
  },
  bank: {
    title: "Bank and ledger",
    about:
      "Credits of the bank beside the stakes that were paid over it, both of the month, and everything that is in one of them only. Stakes are at the rate of the day on which they began, credits at that of their requests.",
    columns: [
      text("What"),
      text("Reference"),
      { title: "Day", unit: "day" },
      text("User ID"),
      text("Member"),
      inr("Bank"),
      inr("Ledger"),
      inr("Difference"),
    ],
    totals: [5, 6, 7],
    ofMember: false,
  },
} as const satisfies Record<BookName, BookDefinition>;

/** The heading of a column, on the screen and in the file. */
export function bookHeading({ title, unit }: BookColumn): string {
  const signs = { FC: " (FC)", USD: " ($)", INR: " (₹)" } as const;
  return isKeyOf(signs, unit) ? `${title}${signs[unit]}` : title;
}

const month = z
  .string("Please choose a month")
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Please choose a month"));

/** First and last day of a month such as 2026-11. */
export function monthDays(of: string): { from: string; to: string } {
  const [year = 0, number = 0] = of.split("-").map(Number);
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, "0")}-01`;
  return { from: `${of}-01`, to: daysAfter(next, -1) };
}

/** Exact decimal text, since a sum of a month may have more digits than a JSON number. */
const cell = z.nullable(z.string());
export type BookCell = z.output<typeof cell>;

const params = z.object({ book: z.enum(bookNames, "There is no such book") });
const filter = {
  month,
  /** A user ID. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(20, "This is no user ID"))),
};

export const consoleBook = route({
  method: "GET",
  path: "/console/books/:book",
  access: operatorRights.read,
  summary: "A book of a month: a page of its lines, and the totals of all of them.",
  params,
  query: z.strictObject({
    ...filter,
    cursor: z.optional(z.string().check(z.maxLength(60, "This is no cursor"))),
    size: z.optional(wholeNumber("size").check(z.minimum(1, "At least 1"), z.maximum(100, "At most 100"))),
  }),
  response: z.object({
    data: z.array(z.array(cell)),
    next: z.nullable(z.string()),
    totals: z.array(cell),
  }),
});

export const consoleBookCsv = route({
  method: "GET",
  path: "/console/books/:book/csv",
  access: operatorRights.read,
  summary: "The whole book of a month as a file, with its totals as the last line.",
  params,
  query: z.strictObject(filter),
  response: csv,
  download: { contentType: "text/csv", filename: "book.csv" },
});

export const consoleBooksZip = route({
  method: "GET",
  path: "/console/monthEnd/zip",
  access: operatorRights.read,
  summary: "All books of a month as one archive, of one moment.",
  query: z.strictObject({ month }),
  response: csv,
  download: { contentType: "application/zip", filename: "books.zip" },
});
