import { keysOf } from "@fc/contract/sure";
import { Readable } from "node:stream";

export { csvTime } from "@fc/contract/csv-time";

/** A figure is exact decimal text that must stay a number for a spreadsheet, also a negative one. */
type Cell = string | number | { readonly figure: string };

/**
 * A table as a file. `columns` has the heading of each column, in order. A row without a cell for one of them does not
 * compile. Rows are written as they are read, so that a long table needs no memory.
 */
export function csvFile<Column extends string, Row>(
  columns: Readonly<Record<Column, string>>,
  rows: AsyncIterable<Row> | Iterable<Row>,
  cellsOf: (row: Row, index: number) => Readonly<Record<NoInfer<Column>, Cell>>,
): Readable {
  const order = keysOf(columns);
  return csvLines(
    order.map((column) => columns[column]),
    rows,
    (row, index) => {
      const cells = cellsOf(row, index);
      return order.map((column) => cells[column]);
    },
  );
}

/** For a table whose columns are chosen at run time. */
export function csvLines<Row>(
  headings: readonly string[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  cellsOf: (row: Row, index: number) => readonly Cell[],
): Readable {
  return Readable.from(lines(headings, rows, cellsOf));
}

async function* lines<Row>(
  headings: readonly string[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  cellsOf: (row: Row, index: number) => readonly Cell[],
): AsyncGenerator<string> {
  // Spreadsheets recognise UTF-8 by this mark.
  let text = `\uFEFF${line(headings)}`;
  let index = 0;
  for await (const row of rows) {
    text += line(cellsOf(row, index++));
    if (text.length < partLength) continue;
    yield text;
    text = "";
  }
  yield text;
}

/** Lines are sent together: compressing and sending each one by itself takes longer than reading it. */
const partLength = 16_384;

function line(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: Cell): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "object") return value.figure;
  // A spreadsheet would execute text that starts like a formula; some also read full-width signs as one, and skip a line
  // feed before it. A phone number in groups is harmless and stays as is.
  const isPlain = /^(?:-|\+\d+(?: \d+)+)$/.test(value);
  const harmless = !isPlain && /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
