import { usdText } from "@fc/contract/amount-text";
import { centsPerUsd, fcUnitsPerCoin } from "@fc/contract/money";
import type { Language } from "../i18n.ts";

/** An amount of the wire in units to compute with. Large numbers carry whole coins only and stay exact. */
export function fcOf(coins: number): bigint {
  return Number.isInteger(coins)
    ? BigInt(coins) * fcUnitsPerCoin
    : BigInt(Math.round(coins * Number(fcUnitsPerCoin)));
}

/** Exact, grouped by lakh and crore: 1,25,00,000 or 12.5. The unit is in a heading. */
export function coinsFigure(coins: number): string {
  return coins.toLocaleString("en-IN", { maximumFractionDigits: 4 });
}

export function coinsText(coins: number): string {
  return `${coinsFigure(coins)} FC`;
}

/** Dollars of the wire, exact to the cent: $22.50, and −$5 where stakes were undone. */
export function dollarsText(usd: number): string {
  return usdText(BigInt(Math.round(usd * Number(centsPerUsd))));
}

const compactLocales = { en: "en-IN", hi: "hi-IN-u-nu-latn" } as const satisfies Record<Language, string>;

/** In words: 1 crore, 1.25 crore, 50 lakh. */
export function compactCoins(coins: number, language: string): string {
  const words = new Intl.NumberFormat(compactLocales[language as Language], {
    notation: "compact",
    compactDisplay: "long",
    maximumFractionDigits: 2,
  }).format(coins);
  // Intl writes a narrow space, which not every font has.
  return words.replaceAll("\u202f", " ");
}

/** What was typed, without the grouping, for `fcFromText`; a trailing point is still being typed. */
export function plainAmount(typed: string): string {
  return typed.replaceAll(",", "").replace(/\.$/, "");
}

/** Groups an amount while it is typed. Keeps digits, one point and at most `decimals` decimals. */
export function groupedAmount(typed: string, decimals: number): string {
  const [whole = "", ...rest] = typed.replace(/[^\d.]/g, "").split(".");
  const digits = whole.replace(/^0+(?=\d)/, "").slice(0, 15);
  const grouped = digits === "" ? (rest.length > 0 ? "0" : "") : BigInt(digits).toLocaleString("en-IN");
  return rest.length === 0 || decimals === 0 ? grouped : `${grouped}.${rest.join("").slice(0, decimals)}`;
}
