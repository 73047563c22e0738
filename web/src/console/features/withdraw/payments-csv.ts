import { recordOfReference } from "@fc/contract/receipts/reference";
import Papa from "papaparse";

/** A line of a filled-in file with a transaction. */
export interface FileLine {
  /** Its number in the file, where the titles are 1. */
  line: number;
  /** The withdrawal; undefined where its reference cannot be read. */
  id: number | undefined;
  transactionId: string;
  /** NaN if it is not a number. */
  net: number;
}

/**
 * Reads the lines of a filled-in file that have a transaction, whatever a spreadsheet made of it: semicolons or tabs
 * instead of commas, line breaks within quotes, a byte order mark, empty columns at the end. The first column is the
 * withdrawal's reference, the last one with a title the transaction, and the one before it the amount that was sent.
 */
export function paymentsIn(text: string): FileLine[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""));
  const titles = data.find((cells) => cells.length > 1) ?? [];
  const last = titles.findLastIndex((title) => title.trim() !== "");
  return data.flatMap((cells, at) => {
    const transactionId = plainText(cells[last]);
    return at > 0 && cells !== titles && cells.length > 1 && transactionId !== ""
      ? [
          {
            line: at + 1,
            id: withdrawalCalled(plainText(cells[0])),
            transactionId,
            net: amountIn(plainText(cells[last - 1])),
          },
        ]
      : [];
  });
}

/** By its reference, or by its number as in the files of before. */
function withdrawalCalled(text: string): number | undefined {
  const record = recordOfReference(text);
  if (record && record.kind !== "withdrawal") return undefined;
  const id = Number(record?.id ?? text);
  // A reference with a wrong letter is one of a number that no withdrawal can have. Only its own line is refused.
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
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
