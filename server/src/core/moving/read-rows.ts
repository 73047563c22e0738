import { join } from "node:path";
import { readCsv, type CsvRecord } from "../../platform/csv-reader.ts";
import type { Exact } from "./exact-amount.ts";
import { Refused, type ReadContext } from "./fields.ts";
import type { FindingKindName } from "./finding-kinds.ts";
import { maskedValue, type Findings } from "./findings.ts";
import type { Column } from "./format.ts";

export interface Reading extends ReadContext {
  folder: string;
  findings: Findings;
  ignoresUnknownColumns: boolean;
}

/** The line that is looked at. There is one for a whole file, because a file may have ten million lines. */
export class Row {
  line = 0;
  private readonly file: string;
  private readonly reading: Reading;
  private readonly places: ReadonlyMap<Column, number>;
  /** By the place of a column. */
  private readonly seen: boolean[] = [];
  private cells: readonly string[] = [];

  constructor(file: string, places: ReadonlyMap<Column, number>, reading: Reading) {
    this.file = file;
    this.places = places;
    this.reading = reading;
  }

  start({ line, cells }: CsvRecord): void {
    this.line = line;
    this.cells = cells;
    this.seen.fill(false);
  }

  /** The value of a cell. Undefined if it is empty, or refused; why is among the findings then. */
  read<Value>(column: Column<Value>): Value | undefined {
    const place = this.places.get(column) ?? -1;
    this.seen[place] = true;
    const text = this.textAt(place);
    if (text === "") {
      if (column.isNeeded) this.found("cell-missing", column);
      return undefined;
    }
    const value = column.field.read(text, this.reading);
    if (!(value instanceof Refused)) return value;
    this.found(value.kind, column);
    return undefined;
  }

  isEmpty(column: Column): boolean {
    return this.textOf(column) === "";
  }

  /** No cell goes unchecked because the check of its line did not need its value. */
  readOthers(): void {
    for (const [column, place] of this.places) if (this.seen[place] !== true) this.read(column);
  }

  found(kind: FindingKindName, column: Column, sum?: Exact): void {
    const text = this.textOf(column);
    const value = column.field.isSecret === true && text !== "" ? maskedValue(text) : text;
    this.reading.findings.add({ kind, file: this.file, line: this.line, column: column.name, value }, sum);
  }

  private textOf(column: Column): string {
    return this.textAt(this.places.get(column) ?? -1);
  }

  /** A line break in a cell, as old forms keep it of an address, is a space. */
  private textAt(place: number): string {
    const text = (this.cells[place] ?? "").trim();
    return text.includes("\n") ? text.replace(/\s*\n\s*/g, " ") : text;
  }
}

// All of \p{Cc} without tab and line feed. By its numbers it takes a tenth of the time, for each cell of millions.
// oxlint-disable-next-line no-control-regex
const controlCharacter = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/**
 * Reads one file and calls `onRow` for each line that has its form, and waits for `afterPart` between its parts, which
 * are a quarter of a megabyte. Answers how many lines there were.
 */
export async function readRows(
  file: string,
  columns: readonly Column[],
  reading: Reading,
  onRow: (row: Row) => void,
  afterPart: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const { findings } = reading;
  let row: Row | undefined;
  let width = 0;
  let count = 0;
  const found = (kind: FindingKindName, line: number, value = "") =>
    findings.add({ kind, file, line, column: "", value });
  for await (const { records, faults } of readCsv(join(reading.folder, file))) {
    for (const { fault, line } of faults) found(fault, line);
    for (const record of records) {
      if (row === undefined) {
        const places = placesOf(file, columns, record, reading);
        if (places === undefined) return count;
        width = record.cells.length;
        row = new Row(file, places, reading);
        continue;
      }
      count++;
      if (record.cells.length !== width) {
        found("wrong-cell-count", record.line, `${record.cells.length} instead of ${width}`);
      } else if (record.cells.some((cell) => controlCharacter.test(cell))) {
        found("control-character", record.line);
      } else {
        row.start(record);
        onRow(row);
        row.readOthers();
      }
    }
    await afterPart();
  }
  return count;
}

/** Where each column stands in this file; undefined if its lines cannot be read by this header. */
function placesOf(
  file: string,
  columns: readonly Column[],
  header: CsvRecord,
  { findings, ignoresUnknownColumns }: Reading,
): Map<Column, number> | undefined {
  const found = (kind: FindingKindName, column: string) =>
    findings.add({ kind, file, line: header.line, column, value: "" });
  const names = header.cells.map((name) => name.trim().toLowerCase());
  if (names.length === 1 && /[;\t|]/.test(names[0] ?? "")) {
    found("other-separator", "");
    return undefined;
  }
  const places = new Map<Column, number>();
  let isReadable = true;
  for (const [place, name] of names.entries()) {
    const column = columns.find((each) => each.name === name);
    if (names.indexOf(name) < place) {
      found("column-twice", name);
      isReadable = false;
    } else if (column !== undefined) places.set(column, place);
    else if (!ignoresUnknownColumns) found("unknown-column", name);
  }
  for (const column of columns) {
    if (!column.isNeeded || places.has(column)) continue;
    found("column-missing", column.name);
    isReadable = false;
  }
  return isReadable ? places : undefined;
}
