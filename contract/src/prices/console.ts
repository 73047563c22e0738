import * as z from "zod/mini";
import { wireFc } from "../amounts.ts";
import { inrRateFromWire } from "../money.ts";
import { operatorRights } from "../operator-access.ts";
import { periodFields } from "../period.ts";
import { proposalReason } from "../proposals/console.ts";
import { route } from "../route.ts";
import { csvOf, pageOf, pageQuery } from "../table.ts";
import { rowId, timestamp } from "../wire.ts";

/** The calls by which operators set what a coin and a dollar cost. */

export const priceStates = ["scheduled", "in force", "past", "withdrawn"] as const;
export type PriceState = (typeof priceStates)[number];

const setPrice = z.object({
  id: z.number(),
  /** FC that $15 buy. */
  cost: z.number(),
  inrPerUsd: z.number(),
  effectiveFrom: timestamp,
  state: z.enum(priceStates),
  /** Who set it; null where the product itself did. */
  setBy: z.nullable(z.string()),
  setAt: timestamp,
  withdrawnBy: z.nullable(z.string()),
  withdrawnAt: z.nullable(timestamp),
});
export type SetPrice = z.output<typeof setPrice>;

export const priceSorts = ["effectiveFrom"] as const;
const priceQuery = z.extend(pageQuery(priceSorts), {
  ...periodFields,
  state: z.optional(z.enum(priceStates, "No such state")),
});

export const consolePrices = route({
  method: "GET",
  path: "/console/prices",
  access: operatorRights.read,
  summary: "Every price that was ever set, and those to come; the latest first.",
  query: priceQuery,
  response: pageOf("data", setPrice),
});

export const consolePricesCsv = csvOf(consolePrices, "prices.csv");

export const priceColumns = {
  effectiveFrom: "From",
  cost: "FC for $15",
  inrPerUsd: "INR for $1",
  state: "State",
  setBy: "Set by",
  setAt: "Set at",
} as const;

export const consolePriceCurve = route({
  method: "GET",
  path: "/console/prices/curve",
  access: operatorRights.read,
  summary: "The price in force, those to come, and how it went: the newest 400, oldest first.",
  response: z.object({
    data: z.array(setPrice),
    /** Names what the page has seen: a price set meanwhile is not set over. */
    seen: z.number(),
    /** Above this change, in percent, a price is typed again. */
    repeatAbovePercent: z.number(),
    /** Above this change within a day, in percent, a price takes two people. */
    twoAbovePercent: z.number(),
  }),
});

const inrRate = z
  .number("Please enter rupees for a dollar")
  .check(
    z.refine(
      (rate) => (inrRateFromWire(rate) ?? 0n) > 0n,
      "Please enter rupees for a dollar, at most 4 decimals",
    ),
  );

/** Whatever the setting is: a zero too few is a change by nine tenths. */
export const alwaysAbovePercent = 50;

/** In ten-thousandths of a percent there is no rounding that matters: whether a price changes by more than so much. */
export function isJump(before: number, now: number, percent: number): boolean {
  return Math.abs(now - before) * 100 > before * Math.min(percent, alwaysAbovePercent);
}

export const addPrice = route({
  method: "POST",
  path: "/console/prices",
  access: operatorRights.setPrices,
  summary:
    "Sets a price from now on or from a moment to come. A large change has to be typed again, and a very large one takes a second person.",
  body: z.strictObject({
    cost: wireFc,
    inrPerUsd: inrRate,
    /** Null: from now on. */
    effectiveFrom: z.nullable(
      z
        .string("Please choose a moment")
        .check(z.refine((text) => !Number.isNaN(Date.parse(text)), "Please choose a moment")),
    ),
    /** Both typed again. */
    again: z.optional(z.strictObject({ cost: wireFc, inrPerUsd: inrRate })),
    seen: z.number("What was seen?"),
    /** Needed for what takes two people. */
    reason: z.optional(proposalReason),
  }),
  /** Null while it waits for a second person. */
  response: z.object({ data: z.object({ id: z.nullable(z.number()) }) }),
});

export const withdrawPrice = route({
  method: "POST",
  path: "/console/prices/:id/withdraw",
  access: operatorRights.setPrices,
  summary: "Withdraws a price that is not in force yet.",
  params: rowId,
  response: z.object({}),
});
