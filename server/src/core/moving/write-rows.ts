import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const partLength = 64 * 1024;

/**
 * Writes a file of the format as its rows are read. Unlike a file for spreadsheets it keeps each value as it is, so that
 * a phone number or a formula in a message comes back the same.
 */
export async function writeCsv(
  path: string,
  header: readonly string[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): Promise<void> {
  await pipeline(Readable.from(textOf(header, rows)), createWriteStream(path, { mode: 0o600, flags: "wx" }));
}

async function* textOf(
  header: readonly string[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): AsyncGenerator<string> {
  let text = lineOf(header);
  for await (const row of rows) {
    text += lineOf(row);
    if (text.length < partLength) continue;
    yield text;
    text = "";
  }
  yield text;
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\n`;
}
