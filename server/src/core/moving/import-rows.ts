import { AppError } from "@fc/contract/errors";
import type pg from "pg";
import { fcUnits, type Exact } from "./exact-amount.ts";
import { columnsOf, fileNames, type Column, type FileKind } from "./format.ts";
import { readRows, type Reading, type Row } from "./read-rows.ts";

/** What all parts of an import share. It is one transaction. */
export interface Importing {
  client: pg.Client;
  reading: Reading;
  /** The files that the folder has. */
  files: ReadonlySet<string>;
  /** A member's id by the user id in the files. */
  idOf: (refId: string) => number;
  /** The last moment of the last day that the other system has closed. */
  cut: Date;
  cutDay: string;
}

/** Reads a file a second time and stores what is made of its lines part by part, so that the memory stays bounded. */
export async function importRows<Made>(
  { reading, files }: Pick<Importing, "reading" | "files">,
  kind: FileKind,
  make: (row: Row) => Made,
  store: (made: readonly Made[]) => Promise<void>,
): Promise<void> {
  if (!files.has(fileNames[kind])) return;
  let made: Made[] = [];
  const storePart = async () => {
    const part = made;
    made = [];
    if (part.length > 0) await store(part);
  };
  const columns: readonly Column[] = Object.values(columnsOf[kind]);
  await readRows(fileNames[kind], columns, reading, (row) => void made.push(make(row)), storePart);
}

/** A cell that the check has found filled. A file that was changed since then must not be imported. */
export function given<Value>(row: Row, column: Column<Value>): Value {
  const value = row.read(column);
  if (value === undefined) throw filesChanged(`line ${row.line}, ${column.name}`);
  return value;
}

/** A file that is written while it is read must not be imported by half. */
export function filesChanged(where: string): AppError {
  return new AppError("BAD_REQUEST", {
    fields: { from: `The files were changed since they were checked: ${where}` },
  });
}

/** An amount of a file in our units, rounded towards zero. */
export function unitsOf(row: Row, column: Column<Exact>): bigint {
  return fcUnits(row.read(column) ?? 0n);
}

export function momentOf(row: Row, column: Column<number>): Date {
  return new Date(given(row, column));
}
