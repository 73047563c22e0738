import { Readable } from "node:stream";

type Cell = string | number;

/**
 * A table as a file. Rows are written as they are read, so that a long table needs no memory. A row with more or
 * fewer cells than there are columns does not compile.
 */
export function csvFile<const Columns extends readonly string[], Row>(
  columns: Columns,
  rows: AsyncIterable<Row> | Iterable<Row>,
  cellsOf: (row: Row, index: number) => { readonly [At in keyof Columns]: Cell },
): Readable {
  return Readable.from(lines(columns, rows, cellsOf));
}

async function* lines<Row>(
  columns: readonly string[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  cellsOf: (row: Row, index: number) => readonly Cell[],
): AsyncGenerator<string> {
  // Spreadsheets recognise UTF-8 by this mark.
  yield `\uFEFF${line(columns)}`;
  let index = 0;
  for await (const row of rows) yield line(cellsOf(row, index++));
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: Cell): string {
  if (typeof value === "number") return String(value);
  // A spreadsheet would execute text that starts like a formula. A phone number in groups is harmless and stays as
  // is.
  const isPlain = /^(?:-|\+\d+(?: \d+)+)$/.test(value);
  const harmless = !isPlain && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const indiaMoment = new Intl.DateTimeFormat("sv-SE", {
  dateStyle: "short",
  timeStyle: "medium",
  timeZone: "Asia/Kolkata",
});

/** India's time as a spreadsheet understands and sorts it: 2026-11-15 15:42:07. */
export function csvTime(iso: string): string {
  return indiaMoment.format(new Date(iso));
}
