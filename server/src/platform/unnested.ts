import { keysOf } from "@fc/contract/sure";
import { sql, type RawBuilder } from "kysely";
import type { Schema } from "./schema.ts";

/** Columns in their order, each with its type in the database. */
type Types<Column extends string> = Readonly<Record<Column, string>>;
type Rows<Column extends string> = readonly Readonly<Record<Column, unknown>>[];

/**
 * Rows for a `from`, with one parameter for each column: the text of the statement is the same for any number of rows,
 * so it is prepared once.
 */
export function unnested<Column extends string>(
  rows: Rows<Column>,
  types: Types<Column>,
): RawBuilder<unknown> {
  const values = keysOf(types).map(
    (column) => sql`${rows.map((row) => row[column])}::${sql.raw(types[column])}[]`,
  );
  return sql`unnest(${sql.join(values)}) as given (${namesOf(types)})`;
}

/** An insert of such rows. The caller may add `on conflict` and `returning`. */
export function insertRows<Column extends string>(
  table: keyof Schema,
  rows: Rows<Column>,
  types: Types<Column>,
): RawBuilder<unknown> {
  return sql`insert into ${sql.table(table)} (${namesOf(types)})
    select ${namesOf(types)} from ${unnested(rows, types)}`;
}

function namesOf(types: Types<string>): RawBuilder<unknown> {
  return sql.join(Object.keys(types).map((column) => sql.ref(column)));
}
