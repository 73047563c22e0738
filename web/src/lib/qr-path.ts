import { encode } from "uqr";

/** The quiet border that readers need, in modules; the standard requires four. */
const border = 4;

/** The dark modules of a QR code as one SVG path, and the length of its side in modules. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: "M", border });
  return { path: data.map(rowPath).join(""), size };
}

/** Neighbours are drawn as one bar, so that no hairline shows between them. */
export function rowPath(row: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    const width = x + 1 - start;
    path += `M${start} ${y}h${width}v1h-${width}z`;
  }
  return path;
}
