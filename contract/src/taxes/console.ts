import { keysOf } from "../sure.ts";
import * as z from "zod/mini";
import { operatorRights } from "../operator-access.ts";
import { languageCodes } from "../languages.ts";
import { indiaDay } from "../period.ts";
import { proposalReason } from "../proposals/console.ts";
import { route } from "../route.ts";
import { csv, summedPageOf, pageQuery, wholeNumber } from "../table.ts";
import { rowId, timestamp } from "../wire.ts";
import { quarters } from "./financial-year.ts";
import { taxMoments } from "./rules.ts";

/** The calls by which operators set how tax is deducted at source, and return it to the state. */

export const taxRuleStates = ["scheduled", "in force", "past", "withdrawn"] as const;

const moments = keysOf(taxMoments);
const rate = (whose: string) =>
  z
    .number(`Please enter the rate ${whose}`)
    .check(
      z.refine(
        (percent) => Math.round(percent * 100) / 100 === percent && percent >= 0 && percent <= 100,
        "A percentage from 0 to 100 with at most two decimals",
      ),
    );

const ruleFields = {
  /** From the beginning of this day in India, until the next rule begins. */
  firstDay: indiaDay,
  section: z
    .string("Please name the section")
    .check(
      z.trim(),
      z.minLength(1, "Please name the section"),
      z.maxLength(60, "At most 60 characters"),
      z.regex(/^[^/_]*$/, "Without slashes and underscores"),
    ),
  taken: z.enum(moments, "Please choose when it is taken"),
  ratePercent: rate("with a PAN"),
  rateWithoutPanPercent: rate("without a PAN"),
  /** In whole rupees, for a financial year. */
  thresholdInr: z
    .number("Please enter rupees")
    .check(
      z.int("Whole rupees"),
      z.minimum(0, "Not below zero"),
      z.maximum(1_000_000_000_000, "This is too much"),
    ),
};

const taxRule = z.object({
  id: z.number(),
  ...ruleFields,
  state: z.enum(taxRuleStates),
  setBy: z.string(),
  setAt: timestamp,
  withdrawnBy: z.nullable(z.string()),
  withdrawnAt: z.nullable(timestamp),
});
export type ConsoleTaxRule = z.output<typeof taxRule>;

export const consoleTaxRules = route({
  method: "GET",
  path: "/console/taxes/rules",
  access: operatorRights.read,
  summary: "Every rule by which tax is deducted at source, the latest first.",
  response: z.object({
    data: z.array(taxRule),
    /** Names what the page has seen: a rule set meanwhile is not set over. */
    seen: z.number(),
  }),
});

export const addTaxRule = route({
  method: "POST",
  path: "/console/taxes/rules",
  access: operatorRights.changeSettings,
  summary: "Proposes a rule from a day to come; it takes a second person.",
  body: z.strictObject({
    ...ruleFields,
    seen: z.number("What was seen?"),
    reason: z.optional(proposalReason),
  }),
  /** Null while it waits for a second person. */
  response: z.object({ data: z.object({ id: z.nullable(z.number()) }) }),
});

export const withdrawTaxRule = route({
  method: "POST",
  path: "/console/taxes/rules/:id/withdraw",
  access: operatorRights.changeSettings,
  summary: "Withdraws a rule that is not in force yet.",
  params: rowId,
  response: z.object({}),
});

const remittance = z.object({
  /** Its entry in the ledger. */
  entryId: z.number(),
  /** As the challan says. */
  paidOn: z.string(),
  challan: z.string(),
  /** The coins that its tax pays for, at the rates at which they were deducted. */
  amountFc: z.number(),
  /** The tax alone. */
  amountInr: z.number(),
  interestInr: z.number(),
  lateFeeInr: z.number(),
  recordedAt: timestamp,
  recordedBy: z.string(),
  confirmedBy: z.string(),
  /** Two operators took it back: nothing was paid by it. */
  reversed: z.nullable(z.object({ at: timestamp, reason: z.string() })),
});
export type TaxRemittance = z.output<typeof remittance>;

export const consoleTaxRemittances = route({
  method: "GET",
  path: "/console/taxes/remittances",
  access: operatorRights.read,
  summary: "What was paid to the state of the tax, the latest first, and what is still owed.",
  response: z.object({
    data: z.array(remittance),
    /** In all, by the ledger: what was deducted less what was paid is what is owed. */
    deductedFc: z.number(),
    remittedFc: z.number(),
    owedFc: z.number(),
    /** In rupees at the rates at which it was deducted. */
    owedInr: z.number(),
  }),
});

const rupeesOf = (least: number) =>
  z
    .number("Please enter rupees")
    .check(
      z.refine(
        (rupees) => rupees >= least && Math.round(rupees * 100) / 100 === rupees && rupees < 10 ** 12,
        least > 0
          ? "An amount above zero, with at most two decimals"
          : "Not below zero, with at most two decimals",
      ),
    );

export const remitTax = route({
  method: "POST",
  path: "/console/taxes/remittances",
  access: operatorRights.keepBooks,
  summary:
    "Proposes to record tax as paid to the state; it takes a second person. A challan counts once, and pays for the coins that were deducted first.",
  body: z.strictObject({
    paidOn: indiaDay,
    /** The tax alone: what is owed, or a part of it. */
    amountInr: rupeesOf(0.01),
    interestInr: rupeesOf(0),
    lateFeeInr: rupeesOf(0),
    challan: z.string("Please enter the number of the challan").check(
      z.trim(),
      z.minLength(3, "Please enter the number of the challan"),
      z.maxLength(60, "At most 60 characters"),
      z.regex(/^[\w .:-]*$/, "Letters, digits, spaces, points, colons and hyphens"),
      // Challans are compared by these alone.
      z.regex(/[a-z\d]/i, "Please enter the number of the challan"),
    ),
    reason: proposalReason,
  }),
  response: z.object({}),
});

export const reverseRemittance = route({
  method: "POST",
  path: "/console/taxes/remittances/:id/reverse",
  access: operatorRights.keepBooks,
  summary: "Proposes to take a wrong remittance back, by its entry; it takes a second person.",
  params: rowId,
  body: z.strictObject({ reason: proposalReason }),
  response: z.object({}),
});

const deducted = z.object({
  id: z.string(),
  member: z.object({ refId: z.string(), name: z.string() }),
  /** As far as it may be shown on a screen. */
  pan: z.nullable(z.string()),
  section: z.string(),
  takenAt: timestamp,
  /** What was credited or withdrawn. */
  amountFc: z.number(),
  amountInr: z.number(),
  /** Of it and of earlier payments of the year, what this tax is of: times the rate, rounded down, it is the tax. */
  earlierFc: z.number(),
  taxedFc: z.number(),
  taxedInr: z.number(),
  /** Above this sum of a financial year. */
  thresholdInr: z.number(),
  ratePercent: z.number(),
  taxFc: z.number(),
  taxInr: z.number(),
  /** The withdrawal's reference, or the closing. */
  reference: z.string(),
});
export type TaxDeducted = z.output<typeof deducted>;

export const taxDeductedSorts = ["takenAt", "taxFc", "amountFc"] as const;
const quarterParams = z.object({
  year: wholeNumber("year").check(z.minimum(2000, "From 2000 on"), z.maximum(2099, "Until 2099")),
  quarter: wholeNumber("quarter").check(
    z.refine((quarter) => quarters.some((known) => known === quarter), "A quarter from 1 to 4"),
  ),
});
const deductedQuery = pageQuery(taxDeductedSorts);

const total = z.object({
  amountFc: z.number(),
  amountInr: z.number(),
  taxFc: z.number(),
  taxInr: z.number(),
});

export const consoleTaxQuarter = route({
  method: "GET",
  path: "/console/taxes/quarters/:year/:quarter",
  access: operatorRights.read,
  summary: "What was deducted in a quarter of a financial year, with its totals.",
  params: quarterParams,
  query: deductedQuery,
  response: summedPageOf(deducted, total),
});

export const taxReturnColumns = {
  deductee: "Deductee",
  refId: "User ID",
  pan: "PAN",
  section: "Section",
  takenAt: "Date",
  amountFc: "Amount (FC)",
  amountInr: "Amount (INR)",
  earlierFc: "Earlier payments (FC)",
  taxedFc: "Taxed (FC)",
  taxedInr: "Taxed (INR)",
  thresholdInr: "Taxed above in the year (INR)",
  ratePercent: "Rate (%)",
  taxFc: "Tax (FC)",
  taxInr: "Tax (INR)",
  reference: "Reference",
} as const;

export const consoleTaxQuarterCsv = route({
  method: "GET",
  path: "/console/taxes/quarters/:year/:quarter/csv",
  access: operatorRights.returnTaxes,
  summary: "The quarter's file for the return, with every PAN in full. It is logged.",
  params: quarterParams,
  query: deductedQuery,
  response: csv,
  download: { contentType: "text/csv", filename: "tax-return.csv" },
});

export const consoleTaxCertificate = route({
  method: "GET",
  path: "/console/taxes/certificates/:refId/:year",
  access: operatorRights.returnTaxes,
  summary: "A member's certificate of a financial year as a PDF, with the PAN in full. It is logged.",
  params: z.object({ refId: z.string(), year: wholeNumber("year") }),
  query: z.strictObject({ language: z.optional(z.enum(languageCodes)) }),
  response: csv,
  download: { contentType: "application/pdf", filename: "tax-certificate.pdf" },
});
