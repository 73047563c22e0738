/**
 * Reads the lines of a filled-in file that have a transaction. The first column is the withdrawal's id, the last one
 * the transaction, and the one before it the amount that was sent, which becomes NaN if it is not a number.
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

/** Removes the commas that spreadsheets put between digits. An empty cell is NaN and not 0. */
function amountIn(cell = ""): number {
  const digits = cell.replace(/[,\s]/g, "");
  return digits === "" ? Number.NaN : Number(digits);
}

/** The cells of a line. A quoted cell may contain commas, and doubled quotes that mean one. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
  }
  return cells;
}
