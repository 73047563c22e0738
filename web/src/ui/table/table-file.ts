import { csvTime } from "@fc/contract/csv-time";
import { indiaDayOf } from "@fc/contract/period";
import { saveFile } from "../../lib/api/save-file.ts";
import type { CellValue, Column } from "./column.ts";

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A cell as a file has it. */
export function cellText(value: CellValue): string {
  if (value === null) return "";
  return typeof value === "string" && moment.test(value) ? csvTime(value) : String(value);
}

/** Saves the rows of a list that is all there, as they are shown: the server need not read them again. */
export async function saveTable<Row>(
  label: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  // Few pages save anything, and those load what writes files when it is used.
  const { default: Papa } = await import("papaparse");
  const written = columns.flatMap(({ title, value }) => (value ? [{ title, value }] : []));
  const lines = rows.map((row) =>
    written.map(({ value }) => {
      const cell = value(row);
      return typeof cell === "number" ? cell : cellText(cell);
    }),
  );
  const text = Papa.unparse([written.map(({ title }) => title), ...lines], { escapeFormulae: true });
  // Spreadsheets recognise UTF-8 by its mark.
  const file = new Blob([`\uFEFF${text}\r\n`], { type: "text/csv" });
  saveFile(file, `${fileStem(label)}-${indiaDayOf(new Date())}.csv`);
}

function fileStem(label: string): string {
  return label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
