import Papa from "papaparse";

/**
 * Reads the lines of a filled-in file that have a transaction, whatever a spreadsheet made of it: semicolons or tabs
 * instead of commas, line breaks within quotes, a byte order mark, empty columns at the end. The first column is the
 * withdrawal's id, the last one with a title the transaction, and the one before it the amount that was sent, which
 * becomes NaN if it is not a number.
 */
export function paymentsIn(text: string): { id: number; transactionId: string; net: number }[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { skipEmptyLines: "greedy" });
  const titles = data.find((cells) => cells.length > 1) ?? [];
  const last = titles.findLastIndex((title) => title.trim() !== "");
  return data.slice(1).flatMap((cells) => {
    const id = Number(plainText(cells[0]));
    const transactionId = plainText(cells[last]);
    return Number.isInteger(id) && id > 0 && cells.length > 1 && transactionId !== ""
      ? [{ id, transactionId, net: amountIn(plainText(cells[last - 1])) }]
      : [];
  });
}

/** What a formula that stands for text says, such as ="0x…", by which people keep spreadsheets from changing it. */
function plainText(cell = ""): string {
  const [, quoted] = /^="(.*)"$/.exec(cell.trim()) ?? [];
  return (quoted ?? cell).replace(/^'/, "").trim();
}

/** Removes the commas that spreadsheets put between digits. An empty cell is NaN and not 0. */
function amountIn(cell: string): number {
  const digits = cell.replace(/[,\s]/g, "");
  return digits === "" ? Number.NaN : Number(digits);
}
