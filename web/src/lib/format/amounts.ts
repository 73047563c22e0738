import { asUsdCents, type Fc, asFc } from "@fc/contract/units";
import { grouped, usdText } from "@fc/contract/amount-text";
import { centsPerUsd, fcUnitsPerCoin } from "@fc/contract/money";
import { languageOf, localeOf } from "@fc/contract/languages";

/** An amount of the wire in units to compute with. Large numbers carry whole coins only and stay exact. */
export function fcOf(coins: number): Fc {
  return Number.isInteger(coins)
    ? asFc(BigInt(coins) * fcUnitsPerCoin)
    : asFc(BigInt(Math.round(coins * Number(fcUnitsPerCoin))));
}

/** Exact, grouped by lakh and crore: 1,25,00,000 or 12.5, with at least so many decimals. The unit is in a heading. */
export function coinsFigure(coins: number, decimals = 0): string {
  const [whole = "", fraction = ""] = String(Number(Math.abs(coins).toFixed(4))).split(".");
  const shown = fraction.padEnd(decimals, "0");
  const figure = shown === "" ? grouped(whole) : `${grouped(whole)}.${shown}`;
  return coins < 0 ? `-${figure}` : figure;
}

export function coinsText(coins: number): string {
  return `${coinsFigure(coins)} FC`;
}

/**
 * Whole coins that add up to the rounded sum: all are rounded down, and what is missing goes to those that lost most.
 * Rounded one by one, four balances may differ from their total by two coins.
 */
export function roundedTogether(coins: readonly number[]): number[] {
  const parts = coins.map(fcOf);
  const sum = parts.reduce((total, part) => total + part, 0n);
  const down = parts.map((part) => part / fcUnitsPerCoin);
  const wanted = (sum + fcUnitsPerCoin / 2n) / fcUnitsPerCoin;
  const missing = Number(wanted - down.reduce((total, part) => total + part, 0n));
  const lost = (at: number) => Number((parts[at] ?? 0n) % fcUnitsPerCoin);
  const byLoss = parts.map((_, at) => at).toSorted((a, b) => lost(b) - lost(a));
  const raised = new Set(byLoss.slice(0, missing));
  return down.map((part, at) => Number(part) + (raised.has(at) ? 1 : 0));
}

/** Dollars of the wire, exact to the cent: $22.50, and −$5 where stakes were undone. */
export function dollarsText(usd: number): string {
  return usdText(asUsdCents(BigInt(Math.round(usd * Number(centsPerUsd)))));
}

/** For the scale of a chart: 1.3Cr, 50L, 2T. */
export function shortCoins(coins: number): string {
  return coins.toLocaleString("en-IN", { notation: "compact", maximumFractionDigits: 1 });
}

/** In words: 1 crore, 1.25 crore, 50 lakh. */
export function compactCoins(coins: number, language: string): string {
  const words = new Intl.NumberFormat(localeOf[languageOf(language)], {
    notation: "compact",
    compactDisplay: "long",
    maximumFractionDigits: 2,
  }).format(coins);
  // Intl writes a narrow space, which not every font has.
  return words.replaceAll("\u202f", " ");
}
