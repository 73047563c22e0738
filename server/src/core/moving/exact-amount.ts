/**
 * An amount of a foreign system, exact to twelve decimals, in 1/10^12 of a coin or dollar. Totals are compared in it,
 * so that no rounding of ours can hide a difference or make one.
 */
export type Exact = bigint;

const decimals = 12;
const one = 10n ** BigInt(decimals);
const fcUnit = 10n ** 8n;

export function exactOf(text: string): Exact | undefined {
  return wholeOf(text) ?? anyExactOf(text);
}

/** Most amounts are whole, and such a number is exact. */
function wholeOf(text: string): Exact | undefined {
  if (text.length > 15) return undefined;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return undefined;
  }
  return text === "" ? undefined : BigInt(Number(text)) * one;
}

function anyExactOf(text: string): Exact | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,12}))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = ""] = match;
  return BigInt(`${sign}${whole}${fraction.padEnd(decimals, "0")}`);
}

export function exactOfCount(count: number): Exact {
  return BigInt(count) * one;
}

/** What is beyond the fourth decimal, which FC has not: rounding is towards zero. */
export function cutOfFc(amount: Exact): Exact {
  return amount % fcUnit;
}

/** In units of FC, without what is cut. */
export function fcUnits(amount: Exact): bigint {
  return amount / fcUnit;
}

const cent = 10n ** 10n;
export function hasWholeCents(amountUsd: Exact): boolean {
  return amountUsd % cent === 0n;
}

export function centsOf(amountUsd: Exact): bigint {
  return amountUsd / cent;
}

export function exactOfCents(cents: bigint): Exact {
  return cents * cent;
}

export function exactOfFc(units: bigint): Exact {
  return units * fcUnit;
}

/** Plain digits, as they stand in a file: -1234.5. */
export function exactText(amount: Exact): string {
  const size = amount < 0n ? -amount : amount;
  const digits = String(size).padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -decimals)}${fraction === "" ? "" : `.${fraction}`}`;
}
