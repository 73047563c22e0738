// Indian grouping in both languages, and Latin digits, as everywhere in the portal.
const counts = new Intl.NumberFormat("en-IN");
const dollars = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2 });
const wholeDollars = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en-IN", { notation: "compact", maximumFractionDigits: 1 });

/** 12,34,567 */
export function countText(count: number): string {
  return counts.format(count);
}

/** $12,34,567 or $12,34,567.50 */
export function usdText(amount: number): string {
  return `$${Number.isInteger(amount) ? wholeDollars.format(amount) : dollars.format(amount)}`;
}

/** 9,999 in full, 12.3L above: for where there is room for a few characters. */
export function shortCountText(count: number): string {
  return count < 10_000 ? counts.format(count) : short.format(count);
}
