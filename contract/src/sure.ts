/**
 * What TypeScript cannot know and a mistake would make false. Everything here fails loudly instead of going on with
 * `undefined`; nothing else in the product asserts.
 */

/** A value that is there by what the code around it has made sure of: a row of a query that always answers with one. */
export function sure<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new TypeError("a value that must be there is missing");
  return value;
}

/** The keys of a table that is written in the code, so it has these keys and no others, and at least one. */
export function keysOf<Table extends object>(table: Table): [Key<Table>, ...Key<Table>[]] {
  return Object.keys(table) as [Key<Table>, ...Key<Table>[]];
}

type Key<Table> = Extract<keyof Table, string>;
