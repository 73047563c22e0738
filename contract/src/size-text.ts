const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** A number of bytes for people: "812 bytes", "4.2 MB", "131 GB". */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const amount = bytes / 1000 ** power;
  const isRounded = power > 0 && amount < 10;
  return `${isRounded ? amount.toFixed(1) : Math.floor(amount)} ${units[power]}`;
}
