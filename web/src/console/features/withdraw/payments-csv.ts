/**
 * The lines of a filled-in file that name a transaction: the first column is the id, the last one the transaction, and
 * the one before it what was sent, NaN where that cannot be read.
 */
export function paymentsIn(text: string): { id: number; transactionId: string; net: number }[] {
  const [, ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return lines.flatMap((line) => {
    const cells = cellsOf(line);
    const id = Number(cells[0]);
    const transactionId = cells.at(-1)?.trim() ?? "";
    return Number.isInteger(id) && id > 0 && cells.length > 1 && transactionId !== ""
      ? [{ id, transactionId, net: amountIn(cells.at(-2)) }]
      : [];
  });
}

/** Spreadsheets group digits; an empty cell is no amount. */
function amountIn(cell = ""): number {
  const digits = cell.replace(/[,\s]/g, "");
  return digits === "" ? Number.NaN : Number(digits);
}

/** A line's cells, quoted ones with their commas and doubled quotes. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
  }
  return cells;
}
