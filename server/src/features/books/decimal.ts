/** Units as exact decimal text with all their places, so that a column lines up and a file loses no digit. */
export function decimal(units: bigint, places: 2 | 4): string {
  const size = units < 0n ? -units : units;
  const perWhole = 10n ** BigInt(places);
  const fraction = String(size % perWhole).padStart(places, "0");
  return `${units < 0n ? "-" : ""}${size / perWhole}.${fraction}`;
}
