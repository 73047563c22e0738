import { asFc, asUsdCents, type Fc, type UsdCents } from "./units.ts";

/**
 * Money is a bigint in the smallest unit of its currency: FC in 1/10,000, USD in cents, INR in paise. JSON contains
 * plain numbers in coins, dollars and rupees; only these functions convert between the two.
 */
export const fcUnitsPerCoin = 10_000n;
export const centsPerUsd = 100n;

/** A price says how many units of FC $15 buy. */
const priceUsdCents = 1500n;
/** A dollar's price in rupees is kept in 1/10,000 rupee. */
const rateUnitsPerInr = 10_000n;

/** A JSON number is exact up to fifteen digits, wherever its decimal point is. */
export const mostExact = 10n ** 15n - 1n;
const mostWhole = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Converts an amount of FC in a request to units. Undefined if it is not an exact amount: text, negative, finer than
 * the unit, or too large for an exact number.
 */
export function fcFromWire(value: unknown): Fc | undefined {
  return typeof value === "number" ? asFc(unitsOf(String(value), 4)) : undefined;
}

/** Converts dollars in a request to cents; undefined if they are not an exact amount. */
export function usdCentsFromWire(value: unknown): UsdCents | undefined {
  return typeof value === "number" ? asUsdCents(unitsOf(String(value), 2)) : undefined;
}

/** Converts an amount of FC that a person typed: digits, then optionally a point and up to four digits. */
export function fcFromText(text: string): Fc | undefined {
  return asFc(unitsOf(text, 4));
}

/** Converts dollars that a person typed to cents. */
export function usdCentsFromText(text: string): UsdCents | undefined {
  return asUsdCents(unitsOf(text, 2));
}

// Reads the decimal digits and never computes: 0.1 + 0.2 is 0.30000000000000004 and is refused. A number that is
// written with an exponent, because it is very large or very small, does not match either.
function unitsOf(text: string, decimals: 2 | 4): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,16})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  const units = BigInt(whole + fraction.padEnd(decimals, "0"));
  return units <= mostExact ? units : undefined;
}

/** Units of FC as coins for JSON. Above what a number can hold exactly, the fraction of a coin is dropped. */
export function fcToWire(amountFc: Fc): number {
  return toWire(amountFc, fcUnitsPerCoin);
}

/** Cents as dollars for JSON. */
export function usdCentsToWire(amountUsdCents: UsdCents): number {
  return toWire(amountUsdCents, centsPerUsd);
}

/** Paise as rupees for JSON. */
export function inrPaiseToWire(amountInrPaise: bigint): number {
  return toWire(amountInrPaise, 100n);
}

/** Converts a dollar's price in rupees from JSON to 1/10,000 rupee. */
export function inrRateFromWire(value: number): bigint | undefined {
  return unitsOf(String(value), 4);
}

/** A dollar's price as rupees for JSON. */
export function inrRateToWire(inrPerUsd: bigint): number {
  return toWire(inrPerUsd, rateUnitsPerInr);
}

function toWire(units: bigint, perWhole: bigint): number {
  const size = units < 0n ? -units : units;
  // Dividing two exact numbers gives the nearest number, and its shortest decimal form is the exact amount.
  if (size <= mostExact) return Number(units) / Number(perWhole);
  const whole = units / perWhole;
  if (size / perWhole > mostWhole) throw new RangeError(`${units} is too large for a JSON number`);
  return Number(whole);
}

/** The FC for an amount of dollars, rounded down: the payer of the FC keeps the fraction of a unit. */
export function fcForUsdInPayersFavour(amountUsdCents: UsdCents, fcFor15Usd: bigint): Fc {
  return asFc(divideDown(amountUsdCents * fcFor15Usd, priceUsdCents));
}

/** The value of FC in cents, rounded down: the payer of the dollars keeps the fraction. */
export function usdCentsForFcInPayersFavour(amountFc: Fc, fcFor15Usd: bigint): UsdCents {
  return asUsdCents(divideDown(amountFc * priceUsdCents, fcFor15Usd));
}

/** The value of dollars in paise, at a rate in 1/10,000 rupee, rounded down. */
export function inrPaiseForUsdInPayersFavour(amountUsdCents: UsdCents, inrPerUsd: bigint): bigint {
  return divideDown(amountUsdCents * inrPerUsd, rateUnitsPerInr);
}

/** What a coin costs: units of FC that $15 buy, and rupees for a dollar in 1/10,000. */
export interface CoinPrice {
  fcFor15Usd: bigint;
  inrPerUsd: bigint;
}

/** The value of FC in paise, rounded down only once and not to cents first. */
export function inrPaiseForFcInPayersFavour(amountFc: Fc, { fcFor15Usd, inrPerUsd }: CoinPrice): bigint {
  return divideDown(amountFc * priceUsdCents * inrPerUsd, fcFor15Usd * rateUnitsPerInr);
}

/** The FC for an amount in paise, rounded down only once. */
export function fcForInrPaiseInPayersFavour(amountPaise: bigint, { fcFor15Usd, inrPerUsd }: CoinPrice): Fc {
  return asFc(divideDown(amountPaise * fcFor15Usd * rateUnitsPerInr, priceUsdCents * inrPerUsd));
}

/** A share of an amount, for example 5 of 1000 for half a percent, rounded down: the payer keeps the fraction. */
export function shareInPayersFavour(amount: Fc, parts: bigint, of: bigint): Fc;
export function shareInPayersFavour(amount: UsdCents, parts: bigint, of: bigint): UsdCents;
export function shareInPayersFavour(amount: bigint, parts: bigint, of: bigint): bigint {
  return divideDown(amount * parts, of);
}

function divideDown(dividend: bigint, divisor: bigint): bigint {
  refuseNegative(dividend, divisor);
  return dividend / divisor;
}

// Division of bigint rounds towards zero, so that for a negative amount "down" would favour the other side.
function refuseNegative(dividend: bigint, divisor: bigint): void {
  if (dividend < 0n || divisor <= 0n)
    throw new RangeError("an amount must not be negative and a price must be above zero");
}
