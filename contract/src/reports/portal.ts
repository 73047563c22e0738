import { beforeMoveColumn } from "../arrival/before-move.ts";
import { languageCodes } from "../languages.ts";
import * as z from "zod/mini";
import { messageWords, stakingMessageWords, type MessageWords } from "../ledger/message.ts";
import { periodFields } from "../period.ts";
import { route, type Route } from "../route.ts";
import { csv } from "../table.ts";
import { wallets, type Wallet } from "../wallet/kinds.ts";
import { ownUserId, timestamp } from "../wire.ts";

export const typeWords = { C: "Credited", D: "Debited" } as const;
export const reportEmpty = "Nothing to Show";

const walletRow = z.object({
  /** Credited or debited. */
  type: z.enum(["C", "D"]),
  transactionAt: timestamp,
  fcAmount: z.number(),
  /** What it was worth in dollars at the price it was posted at; null where no price had a part in it. */
  amount: z.nullable(z.number()),
  /** Tokens, which the screens make words of. */
  message: z.string(),
  transID: z.string(),
  wallet: z.enum(wallets),
  /** A reward. The member can see how its amount was computed. */
  isReward: z.boolean(),
  /** Of the movement's receipt; null where it has none. */
  reference: z.nullable(z.string()),
  /** Only of a line of the system before, which no balance and no sum counts. */
  movedId: z.optional(z.string()),
});
export type WalletRow = z.output<typeof walletRow>;

/** Newest first, by a cursor and not by a page's number: what arrives meanwhile moves nothing, and costs nothing. */
const reportFilter = {
  ...periodFields,
  /** Only the lines of this one, where the report lists several wallets. */
  wallet: z.optional(z.enum(wallets, "Please choose a wallet")),
};
const reportQuery = z.strictObject({
  ...reportFilter,
  /** As the page before answered it. */
  cursor: z.optional(z.string().check(z.maxLength(100, "This is no cursor"))),
  size: z.optional(
    z.coerce
      .number("size is a number")
      .check(z.int("size is a whole number"), z.minimum(1, "At least 1"), z.maximum(100, "At most 100")),
  ),
});

const reportPage = z.object({ data: z.array(walletRow), next: z.nullable(z.string()) });

/** The two calls of a report: a page of it, and all of it as a file. */
function reportCalls(path: `/${string}`, { of, filename }: { of: string; filename: string }) {
  return {
    page: route({
      method: "GET",
      path: `${path}/:userId`,
      access: "member",
      summary: `What came into and went out of ${of}, newest first.`,
      params: ownUserId,
      query: reportQuery,
      response: reportPage,
    }),
    file: route({
      method: "GET",
      path: `${path}/:userId/csv`,
      access: "member",
      summary: "All of it, as a file.",
      params: ownUserId,
      query: z.strictObject(reportFilter),
      response: csv,
      download: { contentType: "text/csv", filename },
    }),
  };
}

const walletReportColumns = {
  serial: "Serial No",
  date: "TopUp Date",
  coins: "Coin (FC)",
  message: "Message",
} as const;
type WalletReportColumn = keyof typeof walletReportColumns;

/** The screen shows these beside the coins and the message. A file has a column for each of them. */
export const walletReportFileExtras = {
  type: "Type",
  wallet: "Wallet",
  transID: "Transaction ID",
  /** In a column of its own: what a spreadsheet adds up of the other one is what the wallet has. */
  before: beforeMoveColumn,
} as const;

/** Each report: its calls, the wallets whose entries it lists, its columns, and how it words a message. */
export const walletReports = {
  earning: {
    ...reportCalls("/user/getEarningReport", {
      of: "the earning wallet",
      filename: "earning-wallet-report.csv",
    }),
    wallets: ["earning"],
    columns: walletReportColumns,
    messageWords,
  },
  offers: {
    ...reportCalls("/user/getOffersReport", { of: "the offer wallet", filename: "offers-wallet-report.csv" }),
    wallets: ["offer"],
    columns: walletReportColumns,
    messageWords,
  },
  staking: {
    ...reportCalls("/user/getStackingWalletReport", {
      of: "the staking wallet",
      filename: "staking-wallet-report.csv",
    }),
    wallets: ["staking"],
    columns: { ...walletReportColumns, date: "Topup Date" },
    messageWords: stakingMessageWords,
  },
  all: {
    ...reportCalls("/user/getWalletReport", { of: "all wallets", filename: "wallet-report.csv" }),
    wallets,
    columns: { ...walletReportColumns, serial: "Serial", date: "Date/Time" },
    messageWords,
  },
} as const satisfies Record<
  string,
  {
    page: Route;
    file: Route;
    wallets: readonly Wallet[];
    columns: Readonly<Record<WalletReportColumn, string>>;
    messageWords: (message: string) => MessageWords;
  }
>;
export type WalletReportName = keyof typeof walletReports;

export const periodBackwards = "The first day lies after the last one";
export const periodInFuture = "This day has not come yet";

const statementQuery = z
  .strictObject({
    wallet: z.optional(z.enum(["all", ...wallets], "Please choose a wallet")),
    language: z.optional(z.enum(languageCodes)),
    ...periodFields,
  })
  // Days are written so that their order is that of their letters.
  .check(z.refine(({ from = "", to = from }) => from <= to, { error: periodBackwards, path: ["to"] }));

export const statement = route({
  method: "GET",
  path: "/user/getStatement/:userId",
  access: "member",
  summary: "A statement of one wallet or of each as a PDF: for a period, or from joining until today.",
  params: ownUserId,
  query: statementQuery,
  response: csv,
  download: { contentType: "application/pdf", filename: "statement.pdf" },
});
