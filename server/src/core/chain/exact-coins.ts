/** Units of a contract as coins, exact to the last unit: a number could not hold 18 decimals. */
export function exactCoins(units: bigint, decimals: number): string {
  const size = units < 0n ? -units : units;
  const perCoin = 10n ** BigInt(decimals);
  const fraction = String(size % perCoin)
    .padStart(decimals, "0")
    .replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${size / perCoin}${fraction === "" ? "" : `.${fraction}`}`;
}
