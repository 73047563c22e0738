import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { periodFields } from "../period.ts";
import { route } from "../route.ts";
import { keysOf } from "../sure.ts";
import { csvOf, pageQuery, summedPageOf } from "../table.ts";
import { enteredText, rowId, timestamp } from "../wire.ts";

/** The calls of the page with the bank's statements. Their lines name who paid, so a viewer does not read them. */

/** How a bank writes the days of its statements. */
export const dayOrders = {
  dmy: "Day, month, year (31/12/2026)",
  mdy: "Month, day, year (12/31/2026)",
  ymd: "Year, month, day (2026-12-31)",
} as const;
export type DayOrder = keyof typeof dayOrders;

const heading = enteredText("Please choose a column", { most: 100 });
const headingOrNone = z.nullable(heading);

/** Two columns of amounts, or one whose direction is its sign, "CR" or "DR" behind it, or a column of its own. */
const amountColumns = z.union([
  z.strictObject({ credit: heading, debit: heading }),
  z.strictObject({ amount: heading, direction: headingOrNone }),
]);

/** The headings of a bank's columns. A file is read by its headings, so another order of the columns changes nothing. */
export const bankColumns = z.strictObject({
  day: heading,
  dayOrder: z.enum(["dmy", "mdy", "ymd"], "Please choose an order"),
  /** What the bank says about the line. */
  words: heading,
  /** Null where the UTR stands in the words. */
  reference: headingOrNone,
  /** Null where the payer's name stands in the words. */
  payer: headingOrNone,
  amounts: amountColumns,
  balance: heading,
});
export type BankColumns = z.output<typeof bankColumns>;

export const largestBankFileBytes = 16 * 1024 * 1024;
export const mostBankLines = 60_000;
const bankFile = { maxBytes: largestBankFileBytes, contentTypes: ["text/csv"] } as const;

const statement = z.object({
  id: z.number(),
  accountId: z.number(),
  file: z.string(),
  /** SHA-256 of the file, by which anybody can see that it is the bank's. */
  digest: z.string(),
  importedBy: z.string(),
  importedAt: timestamp,
  lines: z.number(),
  newLines: z.number(),
  firstDay: z.string(),
  lastDay: z.string(),
  openingInr: z.number(),
  closingInr: z.number(),
});
export type BankStatement = z.output<typeof statement>;

const account = z.object({
  id: z.number(),
  name: z.string(),
  columns: bankColumns,
  /** The newest; null before the first one. */
  lastStatement: z.nullable(statement),
});
export type BankAccount = z.output<typeof account>;

export const bankAccounts = route({
  method: "GET",
  path: "/console/bankAccounts",
  access: operatorRights.decideRequests,
  summary: "The company's accounts at banks, and how each bank names the columns of its statements.",
  response: z.object({ data: z.array(account) }),
});

export const readBankFile = route({
  method: "POST",
  path: "/console/bankAccounts/read",
  access: operatorRights.decideRequests,
  summary: "The first rows of a bank's file, to say which column is which. Nothing is kept.",
  upload: bankFile,
  reads: true,
  response: z.object({ data: z.object({ rows: z.array(z.array(z.string())) }) }),
});

export const addBankAccount = route({
  method: "POST",
  path: "/console/bankAccounts",
  access: operatorRights.decideRequests,
  summary: "Adds an account of the company, with the columns of its bank's statements.",
  body: z.strictObject({
    name: enteredText("Please name the account", { least: 3, most: 60 }),
    columns: bankColumns,
  }),
  response: z.object({ data: z.object({ id: z.number() }) }),
});

export const changeBankColumns = route({
  method: "PUT",
  path: "/console/bankAccounts/:id/columns",
  access: operatorRights.decideRequests,
  summary: "Says anew which column is which, because the bank has changed its headings.",
  params: rowId,
  body: z.strictObject({ columns: bankColumns }),
  response: z.object({}),
});

export const importBankStatement = route({
  method: "POST",
  path: "/console/bankAccounts/:id/statements",
  access: operatorRights.decideRequests,
  summary:
    "Imports a statement as the bank gave it. Lines that are known already change nothing; balances that do not follow from line to line and from file to file are refused.",
  params: rowId,
  query: z.strictObject({
    file: z
      .string("What is the file called?")
      .check(z.minLength(1), z.maxLength(200, "At most 200 characters")),
  }),
  upload: bankFile,
  response: z.object({ data: z.object({ lines: z.number(), newLines: z.number() }) }),
});

export const bankStatements = route({
  method: "GET",
  path: "/console/bankStatements",
  access: operatorRights.decideRequests,
  summary: "The newest statements that were imported, by whom, and the digest of each file.",
  response: z.object({ data: z.array(statement) }),
});

export const bankStatementFile = route({
  method: "GET",
  path: "/console/bankStatements/:id/file",
  access: operatorRights.decideRequests,
  summary: "The file of a statement, byte for byte as it was imported.",
  params: rowId,
  response: z.string(),
  download: { contentType: "application/octet-stream", filename: "bank-statement.csv" },
});

/** Which credits are shown. */
export const bankLineMatches = {
  unmatched: "Credits without a request",
  paid: "Credits that pay for a request",
  aside: "Credits set aside",
} as const;
export type BankLineMatch = keyof typeof bankLineMatches;

export const bankLine = z.object({
  id: z.number(),
  account: z.string(),
  day: z.string(),
  words: z.string(),
  reference: z.string(),
  payer: z.string(),
  /** Rupees: above zero what came in, below zero what went out. */
  amountInr: z.number(),
  balanceInr: z.number(),
  statementId: z.number(),
  fileLine: z.number(),
  /** The reference of the request that it pays for. */
  paysFor: z.nullable(z.string()),
  /** The day on which the bank took a credit back. */
  reversedOn: z.nullable(z.string()),
  /** It pays for no request, and why. */
  setAside: z.nullable(z.object({ reason: z.string(), by: z.string(), at: timestamp })),
});
export type BankLine = z.output<typeof bankLine>;

export const bankLineSorts = ["day", "amount"] as const;

export const bankLines = route({
  method: "GET",
  path: "/console/bankLines",
  access: operatorRights.decideRequests,
  summary: "The lines of all statements, newest first unless sorted otherwise.",
  query: z.extend(pageQuery(bankLineSorts), {
    ...periodFields,
    match: z.optional(z.enum(keysOf(bankLineMatches), "Please choose a state")),
  }),
  response: summedPageOf(bankLine, z.object({ amountInr: z.number() })),
});

export const bankLinesCsv = csvOf(bankLines, "bank-lines.csv");

export const bankLineColumns = {
  day: "Day",
  account: "Account",
  words: "Text",
  reference: "Reference",
  payer: "Payer",
  amountInr: "Amount (₹)",
  balanceInr: "Balance (₹)",
  paysFor: "Pays for",
  reversedOn: "Taken back",
  setAside: "Set aside",
} as const;
