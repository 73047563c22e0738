export interface Curve {
  /** Of an SVG path, left to right, within the box. */
  line: string;
  /** The same, closed along the bottom. */
  area: string;
}

/**
 * A balance stays what it is until it changes, so the line is made of steps. The scale starts at zero: a small
 * change must not seem large.
 */
export function curveOf(balances: readonly number[], width: number, height: number): Curve {
  const top = Math.max(...balances, 0);
  const x = (index: number) => round((index * width) / Math.max(1, balances.length - 1));
  const y = (balance: number) => round(top === 0 ? height : height - (Math.max(0, balance) / top) * height);
  const [first = 0, ...rest] = balances;
  const steps = rest.map((balance, index) => `H${x(index + 1)}V${y(balance)}`);
  const line = `M0 ${y(first)}${steps.join("")}`;
  return { line, area: `${line}V${height}H0Z` };
}

/** Which day a place in the box belongs to. */
export function indexAt(fraction: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(fraction * (count - 1))));
}

/** The day that many days before another one, as 2026-02-03. */
export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
