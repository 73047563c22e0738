import type { Fc, UsdCents } from "./units.ts";
import { centsPerUsd, fcUnitsPerCoin, usdCentsForFcInPayersFavour } from "./money.ts";

/**
 * Money as text for people: exact, grouped by lakh and crore, with its unit. For mails and screens. It is made from
 * the decimal digits, so that no amount is too large.
 */
export function fcText(amountFc: Fc): string {
  return `${fcFigure(amountFc)} FC`;
}

/** The number without its unit, for tables whose heading has the unit. */
export function fcFigure(amountFc: Fc): string {
  return decimals(amountFc, fcUnitsPerCoin, 4, 0);
}

/** −$12.50: the sign precedes the unit. */
export function usdText(amountUsdCents: UsdCents): string {
  const atLeast = amountUsdCents % centsPerUsd === 0n ? 0 : 2;
  return decimals(amountUsdCents, centsPerUsd, 2, atLeast, "$");
}

/** What coins are worth at a price. Less than a cent is not nothing, so it does not read $0. */
export function usdWorthText(amountFc: Fc, fcFor15Usd: bigint): string {
  const cents = usdCentsForFcInPayersFavour(amountFc, fcFor15Usd);
  return cents === 0n && amountFc > 0n ? "< $0.01" : usdText(cents);
}

/** The same beside the exact coins: ≈ $12.50, or < $0.01. */
export function aboutUsdText(amountFc: Fc, fcFor15Usd: bigint): string {
  const worth = usdWorthText(amountFc, fcFor15Usd);
  return worth.startsWith("<") ? worth : `≈ ${worth}`;
}

/** ₹1,245 or ₹1,245.50, as dollars are written. */
export function inrText(amountInrPaise: bigint): string {
  return decimals(amountInrPaise, 100n, 2, amountInrPaise % 100n === 0n ? 0 : 2, "₹");
}

/** Digits grouped by lakh and crore. By hand: on a slow phone the browser's own way takes milliseconds at first. */
export function grouped(digits: string): string {
  return digits.replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ",");
}

function decimals(units: bigint, perWhole: bigint, places: number, atLeast: number, unit = ""): string {
  const size = units < 0n ? -units : units;
  const fraction = String(size % perWhole).padStart(places, "0");
  const digits = fraction.replace(/0+$/, "").padEnd(atLeast, "0");
  const whole = grouped(String(size / perWhole));
  return `${units < 0n ? "−" : ""}${unit}${whole}${digits === "" ? "" : `.${digits}`}`;
}
