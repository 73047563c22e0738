import { Readable } from "node:stream";

type Cell = string | number;

/** A table as a file. Rows are written as they are read, so that a long table needs no memory. */
export function csvFile(header: string[], rows: AsyncIterable<Cell[]>): Readable {
  return Readable.from(lines(header, rows));
}

async function* lines(header: string[], rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  // Spreadsheets recognise UTF-8 by this mark.
  yield `\uFEFF${line(header)}`;
  for await (const row of rows) yield line(row);
}

function line(cells: Cell[]): string {
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
