/**
 * Money is bigint in the smallest unit of its currency: FC in 1/10,000, USD in cents, INR in paise. JSON carries
 * plain numbers in whole coins, dollars and rupees; these functions are the only way between the two.
 */
export const fcUnitsPerCoin = 10_000n;
export const centsPerUsd = 100n;

/** A price is what $15 buys, in units of FC. */
const priceUsdCents = 1500n;
/** A dollar's price in rupees is kept in 1/10,000 rupee. */
const rateUnitsPerInr = 10_000n;

/** Fifteen digits are the most that a JSON number carries exactly wherever its point stands. */
export const mostExact = 10n ** 15n - 1n;
const mostWhole = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * An amount of FC as a request carries it, in units. Undefined for whatever is not exactly an amount: text,
 * negative, finer than the unit, or so large that a number cannot carry it to the unit.
 */
export function fcFromWire(value: unknown): bigint | undefined {
  return typeof value === "number" ? unitsOf(String(value), 4) : undefined;
}

/** Dollars as a request carries them, in cents; undefined for whatever is not exactly an amount. */
export function usdCentsFromWire(value: unknown): bigint | undefined {
  return typeof value === "number" ? unitsOf(String(value), 2) : undefined;
}

/** An amount of FC as a person types it: digits, and a point before at most four more. */
export function fcFromText(text: string): bigint | undefined {
  return unitsOf(text, 4);
}

/** Dollars as a person types them, in cents. */
export function usdCentsFromText(text: string): bigint | undefined {
  return unitsOf(text, 2);
}

// By the decimal digits and never by arithmetic: 0.1 + 0.2 is 0.30000000000000004 and is refused as such.
// A number too large or too small to be written without an exponent does not match either.
function unitsOf(text: string, decimals: 2 | 4): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,16})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  const units = BigInt(whole + fraction.padEnd(decimals, "0"));
  return units <= mostExact ? units : undefined;
}

/** For JSON, in coins. Beyond what a number carries exactly, the fraction of a coin is dropped. */
export function fcToWire(amountFc: bigint): number {
  return toWire(amountFc, fcUnitsPerCoin);
}

/** For JSON, in dollars. */
export function usdCentsToWire(amountUsdCents: bigint): number {
  return toWire(amountUsdCents, centsPerUsd);
}

/** For JSON, in rupees. */
export function inrPaiseToWire(amountInrPaise: bigint): number {
  return toWire(amountInrPaise, 100n);
}

/** A dollar's price in rupees as an answer carries it, in 1/10,000. */
export function inrRateFromWire(value: number): bigint | undefined {
  return unitsOf(String(value), 4);
}

/** For JSON, a dollar's price in rupees. */
export function inrRateToWire(inrPerUsd: bigint): number {
  return toWire(inrPerUsd, rateUnitsPerInr);
}

function toWire(units: bigint, perWhole: bigint): number {
  const size = units < 0n ? -units : units;
  // One division of two exact numbers gives the nearest number, whose shortest decimals are the amount's.
  if (size <= mostExact) return Number(units) / Number(perWhole);
  const whole = units / perWhole;
  if (size / perWhole > mostWhole) throw new RangeError(`${units} is more than a number can carry`);
  return Number(whole);
}

/** What a payer of FC gives for dollars, the fraction of a unit being the payer's: rounded down. */
export function fcForUsdInPayersFavour(amountUsdCents: bigint, fcFor15Usd: bigint): bigint {
  return divideDown(amountUsdCents * fcFor15Usd, priceUsdCents);
}

/** What a payer of FC gives for dollars, the fraction of a unit being the payee's: rounded up. */
export function fcForUsdInPayeesFavour(amountUsdCents: bigint, fcFor15Usd: bigint): bigint {
  return divideUp(amountUsdCents * fcFor15Usd, priceUsdCents);
}

/** What FC are worth in cents, the fraction being that of whoever pays the dollars: rounded down. */
export function usdCentsForFcInPayersFavour(amountFc: bigint, fcFor15Usd: bigint): bigint {
  return divideDown(amountFc * priceUsdCents, fcFor15Usd);
}

/** What FC are worth in cents, the fraction being that of whoever is paid the dollars: rounded up. */
export function usdCentsForFcInPayeesFavour(amountFc: bigint, fcFor15Usd: bigint): bigint {
  return divideUp(amountFc * priceUsdCents, fcFor15Usd);
}

/** What dollars are worth in paise, at a rate in 1/10,000 rupee: rounded down. */
export function inrPaiseForUsdInPayersFavour(amountUsdCents: bigint, inrPerUsd: bigint): bigint {
  return divideDown(amountUsdCents * inrPerUsd, rateUnitsPerInr);
}

/** What FC are worth in paise: rounded down once, not first to cents and then again. */
export function inrPaiseForFcInPayersFavour(
  amountFc: bigint,
  { fcFor15Usd, inrPerUsd }: { fcFor15Usd: bigint; inrPerUsd: bigint },
): bigint {
  return divideDown(amountFc * priceUsdCents * inrPerUsd, fcFor15Usd * rateUnitsPerInr);
}

/** So many parts of so many, as 5 of 1000 for half a percent, the fraction being the payer's: rounded down. */
export function shareInPayersFavour(amount: bigint, parts: bigint, of: bigint): bigint {
  return divideDown(amount * parts, of);
}

function divideDown(dividend: bigint, divisor: bigint): bigint {
  refuseNegative(dividend, divisor);
  return dividend / divisor;
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  refuseNegative(dividend, divisor);
  return (dividend + divisor - 1n) / divisor;
}

// Division of bigint rounds towards zero: with a sign, "down" would favour the other side.
function refuseNegative(dividend: bigint, divisor: bigint): void {
  if (dividend < 0n || divisor <= 0n) throw new RangeError("amounts are not negative and prices above zero");
}
