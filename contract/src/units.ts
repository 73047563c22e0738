/**
 * Amounts are bigints, of which the compiler knows the currency: coins and dollars cannot meet. Operators lose it, so
 * amounts are added, subtracted and compared by what is below.
 */
declare const currency: unique symbol;

/** An amount of coins, in 1/10,000 coin. */
export type Fc = bigint & { readonly [currency]: "FC" };

/** An amount of dollars, in cents. */
export type UsdCents = bigint & { readonly [currency]: "USD" };

type Amount = Fc | UsdCents;

/** What was multiplied, divided or read says its currency here. Nothing checks it: the one who writes it looks at the unit. */
export function asFc(units: bigint): Fc;
export function asFc(units: bigint | undefined): Fc | undefined;
export function asFc(units: bigint | undefined): Fc | undefined {
  return units as Fc | undefined;
}

export function asUsdCents(cents: bigint): UsdCents;
export function asUsdCents(cents: bigint | undefined): UsdCents | undefined;
export function asUsdCents(cents: bigint | undefined): UsdCents | undefined {
  return cents as UsdCents | undefined;
}

export const noFc = asFc(0n);
export const noUsdCents = asUsdCents(0n);

export function plus<A extends Amount>(first: A, ...others: readonly NoInfer<A>[]): A {
  let sum: bigint = first;
  for (const other of others) sum += other;
  // A sum of one currency is of that currency.
  return sum as A;
}

export function minus<A extends Amount>(first: A, ...others: readonly NoInfer<A>[]): A {
  let rest: bigint = first;
  for (const other of others) rest -= other;
  // So is a difference.
  return rest as A;
}
